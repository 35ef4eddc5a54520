extension Double {
  /// The number without its fraction, when it has none and fits.
  ///
  /// `Int64(exactly:)` would do the same, but it is generic code that needs the C library's
  /// mathematics, which nothing else here links.
  var whole: Int64? {
    guard self >= -0x1p63, self < 0x1p63 else { return nil }
    let whole = Int64(self)
    return Double(whole) == self ? whole : nil
  }
}
