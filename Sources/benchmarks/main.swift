// Each line compares the package with something plain that does the same work in the same run: the C
// interface of SQLite, or the sqlite3 shell. Name benchmarks to run only those.
let wanted = CommandLine.arguments.dropFirst()

func isWanted(_ name: String) -> Bool { wanted.isEmpty || wanted.contains(name) }

if isWanted("start") { try StartBenchmark.run(times: 41) }
if isWanted("opening") { try OpeningBenchmark.run(times: 100) }
if isWanted("connection") { try ConnectionBenchmark.run(rows: 200_000) }
if isWanted("import") { try ImportBenchmark.run(rows: 10_000) }
if isWanted("runtime") { RuntimeBenchmark.run() }
