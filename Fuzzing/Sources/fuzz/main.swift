import CFuzzer
import Formats
import Glibc

// fuzz FORMAT [libFuzzer's own arguments]; `any` tells the format from the content.
nonisolated(unsafe) var fuzz = ReaderFuzz(format: nil)

func usage() -> Never {
  let names = ImportFormat.all.map(\.name).joined(separator: ", ")
  print("usage: fuzz any|FORMAT [-max_total_time=SECONDS] [FOLDER…]; the formats: \(names)")
  exit(2)
}

guard CommandLine.argc > 1 else { usage() }
let name = CommandLine.arguments[1]
if name == "--formats" {
  print((["any"] + ImportFormat.all.map(\.name)).joined(separator: "\n"))
  exit(0)
}
if name != "any" {
  guard let format = ImportFormat.named(name) else { usage() }
  fuzz = ReaderFuzz(format: format)
}

// The fuzzer does not know the name of the format.
var arguments = CommandLine.unsafeArgv + 1
arguments[0] = CommandLine.unsafeArgv[0]
var count = CommandLine.argc - 1
let status = withUnsafeMutablePointer(to: &arguments) { arguments in
  arguments.withMemoryRebound(
    to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self, capacity: 1
  ) {
    LLVMFuzzerRunDriver(&count, $0) { data, size in
      fuzz.run(Array(UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  }
}
exit(status)
