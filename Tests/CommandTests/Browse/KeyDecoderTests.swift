import Determinism
import LibraryFeature
import Testing

@testable import libraryctl

@Suite struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.take(Array(text.utf8)) + decoder.flush()
  }

  @Test("letters, control keys and the keys of xterm, in both of its modes")
  func known() {
    #expect(keys("aé日😀") == ["a", "é", "日", "😀"].map { .character($0) })
    #expect(
      keys("\r\n\t\u{7F}\u{3}\u{1A}") == [
        .enter, .enter, .tab, .backspace, .control("c"), .control("z"),
      ])
    #expect(keys("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD") == [.up, .down, .right, .left])
    #expect(keys("\u{1B}[H\u{1B}[1~\u{1B}OH\u{1B}[7~") == [.home, .home, .home, .home])
    #expect(keys("\u{1B}[F\u{1B}[4~\u{1B}[8~") == [.end, .end, .end])
    #expect(keys("\u{1B}[5~\u{1B}[6~\u{1B}[3~") == [.pageUp, .pageDown, .delete])
    #expect(keys("\u{1B}[1;5C") == [.right])
  }

  @Test("an Esc alone is known when nothing follows, or another sequence does")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
    #expect(keys("\u{1B}\r") == [.escape, .enter])
  }

  @Test("an Esc is known when its time is over, whatever else happens meanwhile")
  func escapeByTheClock() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    #expect(decoder.timeLeft(at: start) == nil)
    #expect(decoder.take([0x1B], at: start) == [])
    // Whatever wakes the program in between brings no bytes, and puts nothing off.
    #expect(decoder.take([], at: start + .milliseconds(20)) == [])
    #expect(decoder.timeLeft(at: start + .milliseconds(20)) == .milliseconds(10))
    #expect(decoder.take([], at: start + .milliseconds(30)) == [.escape])
    #expect(decoder.timeLeft(at: start + .milliseconds(30)) == nil)
  }

  @Test("a key that is typed right behind an Esc is not lost; one with Alt held does nothing")
  func keyBehindEscape() {
    let start = ContinuousClock.now
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B], at: start) == [])
    #expect(decoder.take([0x71], at: start + .milliseconds(5)) == [.escape, .character("q")])
    #expect(decoder.take(Array("\u{1B}q".utf8), at: start + .milliseconds(6)) == [])
    #expect(decoder.take([0x1B], at: start + .milliseconds(7)) == [])
    #expect(
      decoder.take([0x1B, 0x5B, 0x41], at: start + .milliseconds(99)) == [.escape, .up])
  }

  @Test("what comes in pieces is what it is as a whole, wherever it is cut")
  func pieces() {
    let text = "a\u{1B}[5~é\u{1B}OA日\u{1B}[200~p\u{1B}[Aq\u{1B}[201~z\u{1B}[1;2B"
    let whole = keys(text)
    #expect(
      whole == [
        .character("a"), .pageUp, .character("é"), .up, .character("日"), .pasted("p\u{1B}[Aq"),
        .character("z"), .down,
      ])
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.take(bytes[..<cut]) + decoder.take(bytes[cut...]) == whole, "cut at \(cut)")
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.take([$0]) } == whole)
  }

  @Test("a paste is text, whatever is in it, and does not end before its end")
  func paste() {
    #expect(keys("\u{1B}[200~q\n\u{3}\u{1B}\u{1B}[201~") == [.pasted("q\n\u{3}\u{1B}")])
    var decoder = KeyDecoder()
    #expect(decoder.take(Array("\u{1B}[200~x".utf8)) == [])
    #expect(!decoder.isWaiting && decoder.flush() == [])
    #expect(decoder.take(Array("\u{1B}[201~".utf8)) == [.pasted("x")])
  }

  @Test("keys that nobody knows, and bytes that are no text, do nothing and eat no key after them")
  func unknown() {
    for nothing in [
      "\u{1B}[99~", "\u{1B}[<0;1;1M", "\u{1B}Ox", "\u{1B}x", "\u{1B}é", "\u{1B}[?1;2c", "\u{0}",
      "\u{1C}", "\u{9B}", "\u{202E}", "\u{1B}[I", "\u{1B}[Z",
    ] { #expect(keys(nothing + "q") == [.character("q")], "\(nothing.debugDescription)") }
    var decoder = KeyDecoder()
    let bad: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5], [0x80],
    ]
    for bytes in bad {
      #expect(decoder.take(bytes + [0x71]) == [.character("q")], "\(bytes)")
    }
  }

  @Test("any bytes in any pieces end in a decoder that still knows its keys")
  func hostile() {
    let seed = TestSeed.pick(for: "KeyDecoderTests.hostile")
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      var decoder = KeyDecoder()
      for _ in 0..<20 {
        let interesting: [UInt8] = [
          0x1B, 0x5B, 0x4F, 0x7E, 0x3B, 0x32, 0x30, 0x31, 0xC3, 0xE6, 0xFF,
        ]
        let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? interesting.randomElement(using: &generator) ?? 0
            : UInt8.random(in: 0...255, using: &generator)
        }
        _ = decoder.take(bytes)
        if Bool.random(using: &generator) { _ = decoder.flush() }
      }
      _ = decoder.take(Array("\u{1B}[201~".utf8))
      _ = decoder.flush()
      #expect(decoder.take([0x71]) == [.character("q")], "seed \(seed), round \(round)")
    }
  }
}
