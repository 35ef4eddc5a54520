// Each line compares the package with plain C doing the same work in the same run.
let wanted = CommandLine.arguments.dropFirst()
if wanted.isEmpty || wanted.contains("import") { try ImportBenchmark.run(rows: 10_000) }
if wanted.isEmpty || wanted.contains("opening") { try OpeningBenchmark.run(times: 100) }
