import Testing

/// The page of promises names tests that exist.
@Suite struct PromiseTests {
  @Test("every suite that docs/what-can-go-wrong.md names exists, and every row names one")
  func suites() throws {
    var known: Set<String> = []
    for target in try Project.files(in: "Tests") {
      known.formUnion(try suites(below: "Tests/\(target)"))
    }
    let text = try Project.text("docs/what-can-go-wrong.md")
    let rows = text.unicodeScalars.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| what") }
    #expect(rows.count > 20)
    for row in rows {
      let names = row.matches(of: /`(\w+Tests)`/).map { String($0.1) }
      #expect(!names.isEmpty, "no test holds this: \(row)")
      for name in names { #expect(known.contains(name), "there is no suite \(name)") }
    }
  }

  private func suites(below folder: String) throws -> Set<String> {
    var found: Set<String> = []
    for name in try Project.files(in: folder) {
      if name.hasSuffix(".swift") {
        let text = try Project.text("\(folder)/\(name)")
        found.formUnion(text.matches(of: /struct (\w+Tests)\b/).map { String($0.1) })
      } else if !name.contains(".") {
        found.formUnion(try suites(below: "\(folder)/\(name)"))
      }
    }
    return found
  }
}
