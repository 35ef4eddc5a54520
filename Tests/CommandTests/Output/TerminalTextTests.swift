import Testing

@testable import libraryctl

@Suite struct TerminalTextTests {
  @Test("what a terminal would obey is shown")
  func neutralised() {
    #expect(TerminalText.singleLine("a\u{1B}[31mb") == "a^[[31mb")
    #expect(TerminalText.singleLine("a\nb\tc\u{7F}") == "a^Jb^Ic^?")
    #expect(TerminalText.singleLine("\u{9B}31m") == "<U+009B>31m")
    #expect(TerminalText.singleLine("x\u{202E}y\u{2066}z") == "x<U+202E>y<U+2066>z")
    #expect(TerminalText.singleLine("\u{E0041}\u{200B}") == "<U+E0041><U+200B>")
    #expect(TerminalText.lines("a\nb\tc\u{1B}") == "a\nb\tc^[")
  }

  @Test("letters, marks, joiners and emoji stay as they are")
  func kept() {
    for text in ["Çelik", "नमस्ते", "می‌خواهم", "👩‍🚀", "日本語", "e\u{301}"] {
      #expect(TerminalText.singleLine(text) == text)
    }
  }

  @Test("columns are counted as a terminal shows them")
  func widths() {
    for (text, columns) in [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｱ", 1), ("Ａ", 2),
      ("👩‍🚀", 2), ("❤️", 2), ("٣", 1), ("ก่", 1), ("", 0),
    ] {
      #expect(DisplayWidth.columns(of: text) == columns, "\(text)")
    }
  }

  @Test("a text is cut between characters, with a mark, to the columns given")
  func cut() {
    #expect(DisplayWidth.fitted("abcdef", columns: 4) == "abc…")
    #expect(DisplayWidth.fitted("日本語", columns: 4) == "日…")
    #expect(DisplayWidth.fitted("日本", columns: 4) == "日本")
  }

  @Test("an error is one line whatever its parts hold")
  func errorLine() {
    let error = CommandError(
      .failed, "no such file", in: "a\nb\u{1B}[2J", hint: "look elsewhere")
    #expect(
      error.line == "libraryctl: error: no such file (a^Jb^[[2J). Hint: look elsewhere.")
  }
}
