// swift-tools-version: 6.1
import PackageDescription

// A package of its own that depends on libraryctl as any other program does: what is measured is
// what a dependent gets, across modules and without unsafe flags.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "libraryctl")
}

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "libraryctl", path: "..")],
  targets: [
    .target(name: "CMeasure"),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["CMeasure"]
        + [
          "CSQLite", "Catalogue", "Composable", "ComposableTesting", "Formats", "LibraryFeature",
          "LoopbackServer", "Storage", "Sync",
        ].map(product),
      swiftSettings: settings),
  ]
)
