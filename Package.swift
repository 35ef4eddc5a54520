// swift-tools-version: 6.1
import PackageDescription

// A target imports only from floors below its own; the list of dependencies is the law.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func floor(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "libraryctl",
  products: [
    .library(name: "CSQLite", targets: ["CSQLite"]),
    .library(name: "Composable", targets: ["Composable"]),
    .library(name: "ComposableTesting", targets: ["ComposableTesting"]),
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "Formats", targets: ["Formats"]),
    .library(name: "Storage", targets: ["Storage"]),
    .library(name: "Sync", targets: ["Sync"]),
    .library(name: "LibraryFeature", targets: ["LibraryFeature"]),
    .library(name: "LoopbackServer", targets: ["LoopbackServer"]),
    .executable(name: "libraryctl", targets: ["libraryctl"]),
  ],
  targets: [
    // Floor 0
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CCurl"),
    .target(name: "CFiles"),
    floor("Files", ["CFiles"]),
    .target(
      name: "Migrations", path: "migrations",
      resources: [
        .embedInCode("0001_create_the_catalogue.sql"), .embedInCode("0002_create_the_view.sql"),
        .embedInCode("0003_remember_the_last_ticket.sql"),
        .embedInCode("0004_forget_validators.sql"), .embedInCode("0005_name_sources_freely.sql"),
        .embedInCode("0006_check_rows_quickly.sql"),
      ],
      swiftSettings: settings),
    // Floor 1
    floor("Catalogue", []),
    floor("Composable", ["Files"]),
    // Floor 2
    floor("Formats", ["Catalogue"]),
    floor("Storage", ["CSQLite", "Files", "Migrations", "Composable", "Catalogue"]),
    floor("Sync", ["CCurl", "Files", "Composable", "Catalogue"]),
    // Floor 3
    floor("LibraryFeature", ["Composable", "Catalogue", "Storage", "Sync"]),
    // Floor 4
    .executableTarget(
      name: "libraryctl",
      dependencies: [
        "CSQLite", "Files", "Composable", "Catalogue", "Formats", "Storage", "Sync",
        "LibraryFeature",
      ],
      swiftSettings: settings),
    // For tests, here and elsewhere
    floor("ComposableTesting", ["Composable"]),
    .target(name: "Determinism", path: "Tests/Determinism", swiftSettings: settings),
    .target(name: "LoopbackServer", path: "Tests/LoopbackServer", swiftSettings: settings),
    tests("FilesTests", ["Files"]),
    tests("CatalogueTests", ["Catalogue", "Determinism"]),
    tests("ComposableTests", ["Composable", "ComposableTesting", "Determinism"]),
    tests("ComposableCaseStudies", ["Composable", "ComposableTesting", "Determinism"]),
    tests("FormatsTests", ["Formats", "Catalogue", "Determinism"]),
    tests(
      "StorageTests",
      ["Storage", "Catalogue", "Composable", "CSQLite", "Migrations", "Determinism"]),
    tests("SyncTests", ["Sync", "Catalogue", "Composable", "LoopbackServer", "Determinism"]),
    tests(
      "LibraryFeatureTests",
      [
        "LibraryFeature", "Composable", "ComposableTesting", "Catalogue", "Storage", "Sync",
        "Determinism",
      ]),
    tests(
      "CommandTests",
      ["libraryctl", "Files", "LoopbackServer", "Catalogue", "CSQLite", "Determinism"]),
  ]
)
