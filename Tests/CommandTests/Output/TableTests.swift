import Glibc
import Testing

@testable import libraryctl

@Suite struct TableTests {
  private let sandbox = Sandbox()
  private let columns = [
    Listing.Column("number", isNumeric: true), Listing.Column("isbn"),
    Listing.Column("title", isFlexible: true), Listing.Column("authors", isFlexible: true),
    Listing.Column("sync"),
  ]
  private let cells = [
    "12", "9780261102217", "The Hobbit, or There and Back Again", "Tolkien", "never",
  ]

  private func lines(_ rows: [[String]], _ columns: [Listing.Column], width: Int) throws -> [String]
  {
    let path = sandbox.write("table", "")
    let output = BufferedOutput(descriptor: open(path, O_WRONLY | O_TRUNC | O_CLOEXEC))
    var table = Table(columns: columns, width: width, usesColor: false)
    for row in rows { try table.append(row, to: output) }
    try table.finish(output)
    try output.flush()
    return (sandbox.read(path) ?? "").split(separator: "\n").map(String.init)
  }

  @Test("flexible columns give way first, then columns go from the right")
  func narrow() throws {
    #expect(
      try lines([cells], columns, width: 60) == [
        "NUMBER  ISBN           TITLE                  AUTHORS  SYNC",
        "    12  9780261102217  The Hobbit, or There…  Tolkien  never",
      ])
    #expect(
      try lines([cells], columns, width: 45) == [
        "NUMBER  ISBN           TITLE          AUTHORS",
        "    12  9780261102217  The Hobbit, …  Tolkien",
      ])
    #expect(
      try lines([cells], columns, width: 20) == [
        "NUMBER  TITLE", "    12  The Hobbit,…",
      ])
    #expect(try lines([cells], columns, width: 10) == ["NUMBER  T…", "    12  T…"])
  }

  @Test("no line is wider than the terminal, whatever is in it", arguments: 9...90)
  func fits(width: Int) throws {
    let wide = ["1", "9780261102217", String(repeating: "日本", count: 40), "Cafe\u{301}", "failed"]
    for line in try lines([cells, wide], columns, width: width) {
      #expect(DisplayWidth.columns(of: line) <= width, "\(line)")
    }
  }

  @Test("a table without a flexible column is cut by nobody")
  func rigid() throws {
    let rigid = [Listing.Column("field"), Listing.Column("value")]
    #expect(
      try lines([["title", "The Hobbit"]], rigid, width: 10) == [
        "FIELD  VALUE", "title  The Hobbit",
      ])
  }
}
