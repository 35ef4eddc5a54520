import Glibc
import Testing

@testable import libraryctl

@Suite struct BufferedOutputTests {
  private struct Refused: Error {}

  /// What reaches a reader of both streams, in order.
  private final class Streams {
    let output: BufferedOutput
    private let path: String

    init(_ sandbox: Sandbox) {
      let path = sandbox.write("both", "")
      self.path = path
      output = BufferedOutput(descriptor: open(path, O_WRONLY | O_APPEND | O_CLOEXEC)) { line in
        let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        _ = (line + "\n").withCString { Glibc.write(file, $0, strlen($0)) }
        close(file)
      }
    }

    var text: String { Sandbox.read(path: path) ?? "" }
  }

  private let sandbox = Sandbox()

  @Test("what is said comes after what was written before it")
  func order() throws {
    let streams = Streams(sandbox)
    try streams.output.write("one\n")
    streams.output.aside("of one")
    try streams.output.write("two\n")
    try streams.output.flush()
    #expect(streams.text == "one\nof one\ntwo\n")
  }

  @Test("what is held back is said when it has succeeded, and never when it has failed")
  func held() throws {
    let streams = Streams(sandbox)
    try streams.output.held {
      try streams.output.write("3\n")
      streams.output.aside("edited 1")
      streams.output.aside("warning", atOnce: true)
      #expect(streams.text == "warning\n")
    }
    #expect(streams.text == "warning\n3\nedited 1\n")
    #expect(throws: Refused.self) {
      try streams.output.held {
        try streams.output.write("4\n")
        streams.output.aside("edited 1")
        throw Refused()
      }
    }
    try streams.output.flush()
    #expect(streams.text == "warning\n3\nedited 1\n")
  }

  @Test("what is held back is not in memory, and comes out whole")
  func heldMuch() throws {
    let streams = Streams(sandbox)
    let line = String(repeating: "a", count: 999) + "\n"
    var most = 0
    try streams.output.held {
      for _ in 0..<3000 {
        try streams.output.write(line)
        most = max(most, streams.output.bytesInMemory)
      }
      #expect(streams.text.isEmpty)
    }
    try streams.output.flush()
    #expect(most <= Spool.capacity)
    #expect(streams.text == String(repeating: line, count: 3000))
  }

  @Test("an error that nobody could be told of is told by the next write")
  func error() throws {
    let output = BufferedOutput(descriptor: open("/dev/full", O_WRONLY | O_CLOEXEC)) { _ in }
    try output.write("one\n")
    output.aside("of one")
    #expect(throws: CommandError.self) { try output.flush() }
  }
}
