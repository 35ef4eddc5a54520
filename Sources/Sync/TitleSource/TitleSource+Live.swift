public import Catalogue

extension TitleSource {
  /// The source that an account asks.
  ///
  /// Make it once for a sync and keep it: the rate and the index of a title file are the value's
  /// own.
  /// - Parameters:
  ///   - account: its `source` chooses the kind, `endpoint` the place.
  ///   - kinds: the kinds of source that there are.
  ///   - version: this program's, for the User-Agent.
  ///   - token: the account's secret, if it has one; it goes to the account's endpoint only.
  ///   - table: reads a title file that is a table; nil: only JSON Lines are read.
  ///   - budget: for one request on the network, with all its attempts.
  ///   - answerBytes: the most that one answer from the network may have, unpacked.
  ///   - clock: by which a source on the network waits.
  ///   - random: a number from 0 to 1, for the waits between attempts.
  ///   - now: the time of day, for a server that names a date to come back at.
  /// - Returns: a source that is usable at once; an account that lacks something gets one whose
  ///   every outcome is `failed(.unconfigured)` and says what is missing.
  public static func live(
    for account: Account, among kinds: [SourceKind] = SourceKind.all, version: String = "0",
    token: String? = nil,
    table: TitleTable? = nil, budget: Duration = .seconds(20), answerBytes: Int = 8 << 20,
    clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    now: @escaping @Sendable () -> Instant = { .wallClock }
  ) -> TitleSource {
    let settings = SourceSettings(
      version: version, token: token, table: table, budget: budget, answerBytes: answerBytes,
      clock: clock, random: random, now: now)
    guard let kind = SourceKind.named(account.source, among: kinds) else {
      return .failing(.unconfigured(SourceKind.unknown(account.source, among: kinds)))
    }
    return kind.make(account, settings)
  }
}
