// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the program does not need the fuzzer. `make fuzz` builds it: the
// flags that put the fuzzer in must reach every module.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "fuzzing",
  dependencies: [.package(name: "libraryctl", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["CFuzzer"]
        + ["Catalogue", "Formats"].map { .product(name: $0, package: "libraryctl") },
      swiftSettings: settings),
  ]
)
