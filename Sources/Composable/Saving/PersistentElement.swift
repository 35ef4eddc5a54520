/// An element of a shared collection of which a part, its record, is saved.
///
/// The rest of the element (whether it is loading, a message) is not saved, and changing it writes
/// nothing. The protocol is what a storage layer must know of a feature: a record out, a record in.
public protocol PersistentElement: Identifiable, Sendable where ID: Sendable {
  /// What is saved.
  associatedtype Record: Sendable, Equatable
  /// A right without which a guarded part of the record may not be changed, such as a ticket.
  associatedtype Permit: Sendable, Equatable
  /// What became of a change to the record.
  associatedtype Verdict: SaveVerdict

  /// The part that is saved. Setting it leaves the rest alone.
  var record: Record { get set }

  /// The right under which the record's guarded part has changed, if any.
  var permit: Permit? { get }
}
