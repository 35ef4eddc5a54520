/// What a title source may cost: time and memory.
struct SourceBounds {
  /// How long a request may take, with all its tries.
  var patience: Duration = .seconds(20)
  /// How many bytes one answer may have, unpacked.
  var answerBytes = 8 << 20
}
