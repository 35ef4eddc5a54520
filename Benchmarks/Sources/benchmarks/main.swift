import CMeasure
import CSQLite
import Glibc

// Most lines compare the package with something plain that does the same work in the same run: the C
// interface of SQLite, the sqlite3 shell, a dictionary, a task. Name benchmarks to run only those.
let benchmarks: [(name: String, run: () async throws -> Void)] = [
  ("start", { try StartBenchmark.run(times: 41) }),
  ("opening", { try OpeningBenchmark.run(times: 100) }),
  ("connection", { try ConnectionBenchmark.run(rows: 200_000) }),
  ("marc", { try MARCBenchmark.run(records: 20_000) }),
  ("export", { try ExportBenchmark.run(books: 100_000) }),
  ("import", { try ImportBenchmark.run(rows: 100_000) }),
  ("import-large", { try ImportBenchmark.runProgram() }),
  ("commands", { try CommandsBenchmark.run(books: 100_000) }),
  ("commands-large", { try CommandsBenchmark.runLarge(books: 1_000_000) }),
  ("browse", { try BrowseBenchmark.run(books: 1_000_000) }),
  ("fetch", { try await FetchBenchmark.run(books: 10_000) }),
  ("formats", { try FormatsBenchmark.run(rows: 20_000) }),
  ("runtime", { await RuntimeBenchmark.run() }),
  ("window", { try await WindowBenchmark.run() }),
  ("sync", { try SyncBenchmark.run(sizes: [10_000, 100_000]) }),
  ("sync-server", { try SyncBenchmark.runServer(books: 10_000) }),
]

show_lines_at_once()
// As the program does it.
_ = csqlite_configure_memory(120 * 1024)
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ServerProcess.argument {
  try ServedTitles.serve(books: Int(CommandLine.arguments[2]) ?? 0)
  exit(0)
}
let wanted = CommandLine.arguments.dropFirst()
for name in wanted where !benchmarks.contains(where: { $0.name == name }) {
  print("There is no benchmark \(name), only: \(benchmarks.map(\.name).joined(separator: ", "))")
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
  try await benchmark.run()
}
