import CSQLite
import Glibc
import Testing

/// No command writes over a library or what belongs to it, whatever name leads there.
@Suite struct LibraryProtectionTests {
  private let sandbox = Sandbox()
  /// A command that writes a file, and the file.
  private static let writers: [(name: String, words: [String])] = [
    ("export", ["export", "--format", "csv", "-o"]),
    ("export --force", ["export", "--format", "csv", "--force", "-o"]),
    ("export --dry-run", ["export", "--format", "csv", "--force", "--dry-run", "-o"]),
    ("db backup", ["db", "backup"]),
    ("db backup --force", ["db", "backup", "--force"]),
    ("db backup --dry-run", ["db", "backup", "--force", "--dry-run"]),
    ("import --rejects", ["import", "bad.csv", "--rejects"]),
  ]
  private static let sideSuffixes = ["-wal", "-shm", "-journal", ".lock"]

  init() throws {
    for name in ["a.db", "b.db"] {
      #expect(try sandbox.run("--db", name, "add", "--title", "One").status == 0)
    }
    sandbox.write("bad.csv", "title,isbn\n,\n")
    #expect(try sandbox.run(tool: "mkdir", "-p", "folder", "pages").status == 0)
    #expect(symlink(".", sandbox.path("linked")) == 0)
  }

  /// Every file with its inode and content; what a reader of a library changes in its index is not
  /// looked at.
  private func everything() throws -> String {
    try sandbox.run(
      tool: "sh", "-c",
      """
      find . ! -name 'std*-*' ! -name '*-shm' ! -name . -printf '%p %i %y %m\\n' | sort
      find . -type f ! -name 'std*-*' ! -name '*-shm' -exec sha256sum {} + | sort -k 2
      """
    ).output
  }

  private func expectRefused(
    _ words: [String], naming library: String, _ comment: String = ""
  ) throws {
    let before = try everything()
    let result = try sandbox.run(arguments: ["--db", "a.db"] + words)
    #expect(result.status == 2, "\(words) \(comment): \(result)")
    #expect(result.errors.contains(library), "\(words) \(comment): \(result)")
    #expect(result.errors.contains("Hint: "), "\(words): \(result)")
    #expect(try everything() == before, "\(words) \(comment)")
    #expect(try sandbox.run("--db", library, "list", "--ids").output == "1\n")
  }

  @Test("the library that is open and its side files, by every path", arguments: writers.indices)
  func openLibrary(_ index: Int) throws {
    let words = Self.writers[index].words
    for suffix in [""] + Self.sideSuffixes {
      for folder in ["", "./", "folder/../", "linked/", sandbox.directory + "/"] {
        try expectRefused(words + [folder + "a.db" + suffix], naming: "a.db")
      }
    }
  }

  @Test("side files that are there, by a link or a second name", arguments: writers.indices)
  func otherNames(_ index: Int) throws {
    // While a connection is open, its log and the log's index are there.
    let connection = try OpenLibrary(sandbox.path("a.db"))
    defer { connection.close() }
    for suffix in [""] + Self.sideSuffixes {
      symlink("a.db" + suffix, sandbox.path("link" + suffix))
      symlink("link" + suffix, sandbox.path("folder/../chain" + suffix))
      try expectRefused(Self.writers[index].words + ["link" + suffix], naming: "a.db")
      try expectRefused(Self.writers[index].words + ["chain" + suffix], naming: "a.db")
    }
    for suffix in ["-wal", "-shm", ".lock"] {
      #expect(link(sandbox.path("a.db" + suffix), sandbox.path("second" + suffix)) == 0)
      try expectRefused(Self.writers[index].words + ["second" + suffix], naming: "a.db")
      unlink(sandbox.path("second" + suffix))
    }
    // A library with two names is not opened, so nothing more is tried here.
    #expect(link(sandbox.path("a.db"), sandbox.path("second")) == 0)
    let result = try sandbox.run(
      arguments: ["--db", "a.db"] + Self.writers[index].words + ["second"])
    #expect(result.status == 2 && result.errors.contains("a.db"), "\(result)")
    unlink(sandbox.path("second"))
  }

  @Test("a library that is not the open one, and its side files", arguments: writers.indices)
  func otherLibrary(_ index: Int) throws {
    let words = Self.writers[index].words
    for name in ["b.db"] + Self.sideSuffixes.map({ "b.db" + $0 }) {
      try expectRefused(words + ["linked/" + name], naming: "b.db")
    }
    symlink("b.db-journal", sandbox.path("link"))
    try expectRefused(words + ["link"], naming: "b.db")
    try expectRefused(words + ["b.db-WAL"], naming: "b.db", "where upper and lower case are one")
  }

  @Test("an older backup is replaced by a backup when asked, and by nothing else")
  func olderBackup() throws {
    func backUp(_ words: String...) throws -> Sandbox.Result {
      try sandbox.run(arguments: ["--db", "a.db", "db", "backup", "copy.db"] + words)
    }
    #expect(try backUp().status == 0)
    let again = try backUp()
    #expect(again.status == 1 && again.errors.contains("--force"), "\(again)")
    #expect(try sandbox.run("--db", "a.db", "add", "--title", "Two").status == 0)
    #expect(try sandbox.run("--db", "copy.db", "list", "--ids").output == "1\n")
    #expect(try backUp("--force").status == 0)
    #expect(try sandbox.run("--db", "copy.db", "list", "--ids").lines.count == 2)
    for words in Self.writers.map(\.words) where words[0] != "db" {
      let result = try sandbox.run(arguments: ["--db", "a.db"] + words + ["copy.db"])
      #expect(result.status == 2 && result.errors.contains("copy.db"), "\(words): \(result)")
    }
    // One that was written to is a library like any other.
    #expect(try sandbox.run("--db", "copy.db", "add", "--title", "Three").status == 0)
    #expect(try backUp("--force").status == 2)
    #expect(try sandbox.run("--db", "copy.db", "list", "--ids").lines.count == 3)
  }

  @Test("a backup does not come to lie beside a log that would be taken for its own")
  func leftLog() throws {
    sandbox.write("copy.db-wal", "left over")
    let result = try sandbox.run("--db", "a.db", "db", "backup", "copy.db")
    #expect(result.status == 1 && result.errors.contains("copy.db-wal"), "\(result)")
    #expect(!sandbox.exists("copy.db"))
  }

  @Test("the pages of the manual do not replace a library that has the name of one")
  func manual() throws {
    for suffix in ["", ".lock"] {
      let page = sandbox.path("pages/libraryctl.1")
      _ = try sandbox.run(tool: "sh", "-c", "rm -f pages/*")
      let library = suffix.isEmpty ? page : sandbox.path("a.db")
      if suffix.isEmpty {
        #expect(try sandbox.run(tool: "cp", "a.db", page).status == 0)
      } else {
        symlink("../a.db.lock", page)
      }
      let result = try sandbox.run("--db", "a.db", "help", "--man", "pages")
      #expect(result.status == 2 && result.errors.contains("a.db") != suffix.isEmpty, "\(result)")
      #expect(try sandbox.run("--db", library, "list", "--ids").output == "1\n")
    }
  }

  @Test("settings are not written over a library, nor through a link to its lock file")
  func settings() throws {
    let folder = sandbox.path(".config/libraryctl")
    #expect(try sandbox.run(tool: "mkdir", "-p", folder).status == 0)
    symlink(sandbox.path("a.db.lock"), folder + "/config")
    try expectRefused(["config", "set", "wait", "5"], naming: "a.db")
    unlink(folder + "/config")
    symlink(sandbox.path("b.db-journal"), folder + "/config")
    try expectRefused(["config", "set", "wait", "5"], naming: "b.db")
  }

  @Test("no library is made in the place of a side file of another one", arguments: sideSuffixes)
  func libraryInThePlace(_ suffix: String) throws {
    let result = try sandbox.run("--db", "a.db" + suffix, "add", "--title", "X")
    #expect(result.status == 2 && result.errors.contains("a.db"), "\(result)")
    #expect(try sandbox.run("--db", "a.db", "list", "--ids").output == "1\n")
    #expect(try sandbox.run("--db", "a.db", "add", "--title", "Two").status == 0)
  }

  @Test("the place of a library that is not there yet is kept for it")
  func notThereYet() throws {
    let place = sandbox.library
    #expect(try sandbox.run(tool: "mkdir", "-p", ".local/share/libraryctl").status == 0)
    for suffix in ["", "-journal"] {
      let result = try sandbox.run("export", "--format", "csv", "-o", place + suffix)
      #expect(result.status == 2 && result.errors.contains(place), "\(result)")
    }
    #expect(try sandbox.run("list").status == 0)
  }
}

/// A connection of another program, with a log that has changes.
private final class OpenLibrary {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(
      sqlite3_exec(
        handle, "PRAGMA wal_autocheckpoint = 0; UPDATE settings SET value = value", nil, nil, nil)
        == SQLITE_OK)
  }

  func close() {
    sqlite3_close(handle)
    handle = nil
  }

  deinit { close() }
}
