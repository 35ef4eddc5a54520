import Files
import Glibc
import Storage

/// A file that a command writes: it is put in its place when it is complete, and never over a library
/// or what belongs to one, whatever name leads there.
final class OutputFile {
  /// What happens to a file that is there already.
  enum Existing {
    case replaced
    /// - `hint`: the way out.
    case kept(hint: String)
  }

  private let place: Placement
  private let hintWhenThere: String?
  /// Begun with the first bytes, so that a trial leaves no trace.
  private var draft: DraftFile?

  /// Looks whether the file can be written, and touches nothing.
  /// - Parameters:
  ///   - path: where it is to be.
  ///   - invocation: says which library is meant.
  ///   - mode: the mode of a new file, from which the user's umask takes. A file that replaces another
  ///     one has the mode of that one.
  ///   - replacingCopies: whether another library may be replaced that nobody has written to where it
  ///     is, as an older backup.
  /// - Throws: `CommandError`: of status 2 when it would write over a library.
  init(
    _ path: String, of invocation: Invocation, over existing: Existing, mode: mode_t = 0o666,
    replacingCopies: Bool = false
  ) throws(CommandError) {
    let library = try LibraryLocation.findIfAny(invocation)?.path
    switch existing {
    case .replaced: hintWhenThere = nil
    case .kept(let hint): hintWhenThere = hint
    }
    place = Placement(
      path, replaces: hintWhenThere == nil, mode: mode,
      sparing: .libraries(besides: library, replacingCopies: replacingCopies))
    do throws(PlacementError) {
      try place.check()
    } catch {
      throw refusal(error)
    }
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    let draft = try begun()
    do throws(SystemError) {
      try draft.write(bytes)
    } catch {
      throw refusal(.system(error))
    }
  }

  /// Puts the file in its place, on disk.
  func finish() throws(CommandError) {
    let draft = try begun()
    do throws(PlacementError) {
      try draft.finish()
    } catch {
      throw refusal(error)
    }
    self.draft = nil
  }

  private func begun() throws(CommandError) -> DraftFile {
    if let draft { return draft }
    do throws(PlacementError) {
      let draft = try DraftFile(place)
      self.draft = draft
      return draft
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ error: PlacementError) -> CommandError {
    switch error {
    case .exists:
      return CommandError(
        .failed, "the file exists already", in: place.path, hint: hintWhenThere)
    case .notRegular:
      return CommandError(
        .failed, "cannot write: only a regular file can be replaced", in: place.path,
        hint: "name another file")
    case .protected(let library):
      return .usage(
        "this would write over the library \(library)", in: place.path, hint: "name another file")
    case .system(let error):
      let hint =
        switch error.code {
        case ENOENT: "make the folder first"
        case ENOSPC, EDQUOT: "make room on the disk, or name a file elsewhere"
        default: "check who may write there"
        }
      return CommandError(.failed, "cannot write: \(error)", in: place.path, hint: hint)
    }
  }
}
