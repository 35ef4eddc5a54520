import Testing

@testable import LibraryFeature

@Suite("A line that is typed")
struct LineEditorTests {
  private func typed(_ text: String = "", _ keys: Key...) -> LineEditor {
    var editor = LineEditor(text)
    for key in keys { editor.take(key) }
    return editor
  }

  @Test("keys insert, delete and move by characters as a reader sees them")
  func keys() {
    #expect(typed("ab", .left, .character("x")).text == "axb")
    #expect(typed("ab", .home, .delete).text == "b")
    #expect(typed("ab", .backspace, .backspace, .backspace).text == "")
    #expect(typed("one two", .control("w")).text == "one ")
    #expect(typed("one two", .left, .control("k")).text == "one tw")
    #expect(typed("one two", .left, .control("u")).text == "o")
    #expect(typed("日本", .left, .backspace).text == "本")
    #expect(typed("ab", .right, .tab, .enter, .escape, .pageUp, .control("o")).text == "ab")
  }

  @Test("a mark that is typed after its letter is one character with it")
  func combining() {
    let editor = typed("e", .character("\u{301}"))
    #expect(editor.characters.count == 1 && editor.cursor == 1)
    #expect(typed("e", .character("\u{301}"), .backspace).isEmpty)
    let middle = typed("ex", .left, .character("\u{301}"), .character("y"))
    #expect(middle.text == "e\u{301}yx")
  }

  @Test("a paste is one line, and a longer one than anybody reads is cut")
  func paste() {
    #expect(typed("", .pasted("a\nb\tc")).text == "a b c")
    #expect(typed("", .pasted(String(repeating: "x", count: 100_000))).characters.count == 2000)
  }
}
