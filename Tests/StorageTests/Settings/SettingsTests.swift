import Testing

@testable import Storage

@Suite struct SettingsTests {
  @Test("a setting is kept until it is replaced or taken away")
  func setting() throws {
    let library = try Library()
    func value() throws -> String? { try library.read { try Settings.value("page", on: $0) } }
    #expect(try value() == nil)
    try library.write { try Settings.set("", for: "page", on: $0) }
    #expect(try value() == "")
    try library.write { try Settings.set("12", for: "page", on: $0) }
    #expect(try value() == "12")
    try library.write { try Settings.set(nil, for: "page", on: $0) }
    #expect(try value() == nil)
  }

  @Test("the schema's own counters are out of reach")
  func reserved() throws {
    let library = try Library()
    for name in ["last_epoch", "indexed_through", "running_change_set"] {
      #expect(throws: StorageError.self) {
        try library.write { try Settings.set("0", for: name, on: $0) }
      }
    }
  }
}
