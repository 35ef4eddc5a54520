import Glibc
import Testing

@testable import libraryctl

@Suite struct DraftFileTests {
  private let sandbox = Sandbox()

  @Test("a file that comes while a draft is written is not replaced unasked")
  func comesMeanwhile() throws {
    let path = sandbox.path("books.csv")
    do {
      let draft = try DraftFile(for: path, mode: 0o600)
      try draft.write(Array("ours\n".utf8))
      sandbox.write("books.csv", "theirs\n")
      #expect(throws: SystemError.self) { try draft.finish(replacing: false) }
      #expect(try sandbox.run(tool: "cat", path).output == "theirs\n")
      try draft.finish(replacing: true)
      #expect(try sandbox.run(tool: "cat", path).output == "ours\n")
    }
    let files = try sandbox.run(tool: "ls", sandbox.directory).lines
    #expect(files.filter { $0.hasPrefix("books.csv") } == ["books.csv"])
  }
}
