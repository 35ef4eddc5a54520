/// How far the members of an object have been read.
package struct JSONProgress {
  var isFirst = true
  /// A bit for each name that there was.
  var seen: UInt64 = 0

  package init() {}
}
