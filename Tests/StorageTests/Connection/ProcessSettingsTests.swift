import CSQLite
import Storage
import Testing

@Suite("The process that a library is opened in")
struct ProcessSettingsTests {
  @Test("keeps its settings of SQLite: opening a library changes none")
  func memoryCount() throws {
    let library = try Library()
    try library.add()
    // SQLite counts its memory unless a program has told it not to, for the whole process.
    #expect(sqlite3_memory_used() > 0)
  }
}
