import Catalogue
import Glibc
import Testing

@Suite struct ConfigCommandTests {
  private let sandbox = Sandbox()

  private var path: String { sandbox.path(".config/libraryctl/config") }

  @Test("a setting is written, read, and taken out, and other lines stay as they are")
  func set() throws {
    #expect(try sandbox.run("config", "path").output == path + "\n")
    #expect(try sandbox.run("config", "get", "lease").status == 1)
    #expect(try sandbox.run("config", "set", "lease", "30s").status == 0)
    sandbox.write(".config/libraryctl/config", "# mine\n\nlease = 30s\n color=never \n")
    #expect(try sandbox.run("config", "get", "lease").output == "30s\n")
    #expect(try sandbox.run("config", "set", "lease", "1m").status == 0)
    #expect(try sandbox.run("config", "set", "account", "work").status == 0)
    #expect(
      sandbox.read(path) == "# mine\n\nlease = 1m\n color=never \naccount = work\n")
    let trial = try sandbox.run("config", "set", "lease", "--dry-run", "--json")
    #expect(try trial.json["value"] == .null)
    #expect(try sandbox.run("config", "set", "lease").status == 0)
    #expect(sandbox.read(path) == "# mine\n\n color=never \naccount = work\n")
    let set = try sandbox.run("config", "set", "account", "home", "--json")
    #expect(try set.json["origin"] == .string("\(path):4"))
    let mode = try sandbox.run(tool: "stat", "-c", "%a", path)
    #expect(mode.output == "600\n")
  }

  @Test("lines of a file from another system are read, and written with the ends that they have")
  func lineEnds() throws {
    _ = try sandbox.run("config", "set", "wait", "5")
    sandbox.write(
      ".config/libraryctl/config", "\u{FEFF}# mine\r\n\r\nlease = 30s\r\ncolor=never \r\n")
    #expect(try sandbox.run("config", "get", "lease").output == "30s\n")
    #expect(try sandbox.run("config", "get", "color").output == "never\n")
    #expect(try sandbox.run("config", "set", "color", "always").status == 0)
    #expect(try sandbox.run("config", "set", "wait", "7").status == 0)
    #expect(
      sandbox.read(path)
        == "\u{FEFF}# mine\r\n\r\nlease = 30s\r\ncolor = always\r\nwait = 7\r\n")
    #expect(try sandbox.run("list").status == 0)
  }

  @Test("a link to the settings stays one, and the file keeps its mode and what is not UTF-8")
  func link() throws {
    _ = try sandbox.run("config", "set", "wait", "5")
    unlink(path)
    let kept = sandbox.write("dotfile", bytes: Array("# caf".utf8) + [0xE9, 0x0A])
    chmod(kept, 0o640)
    symlink("../../dotfile", path)
    #expect(try sandbox.run("config", "set", "wait", "7").status == 0)
    #expect(try sandbox.run(tool: "stat", "-c", "%F", path).output == "symbolic link\n")
    #expect(try sandbox.run(tool: "stat", "-c", "%a", kept).output == "640\n")
    let bytes = try sandbox.run(tool: "od", "-An", "-c", kept).output
    #expect(bytes.contains("351") && bytes.contains("w   a   i   t"), "\(bytes)")
  }

  @Test("an option goes before a variable, a variable before the file, the file before the default")
  func order() throws {
    for name in ["file", "variable", "option"] {
      _ = try sandbox.run("account", "add", name, "--source", "open-library")
    }
    func account(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
      let added = try sandbox.run(
        arguments: ["add", "--title", "T", "--json"] + arguments, environment: environment)
      guard case .string(let name)? = try added.json[0]?["account"] else { return "\(added)" }
      return name
    }
    #expect(try account() == "home")
    #expect(try sandbox.run("config", "set", "account", "file").status == 0)
    #expect(try account() == "file")
    let environment = ["LIBRARYCTL_ACCOUNT": "variable"]
    #expect(try account(environment: environment) == "variable")
    #expect(try account("--account", "option", environment: environment) == "option")
    let list = try sandbox.run(
      "config", "list", "--origin", "--json", environment: ["LIBRARYCTL_WAIT": "7"]
    ).json
    #expect(list[1]?["name"] == "account" && list[1]?["origin"] == .string(path + ":1"))
    #expect(list[3]?["value"] == "7" && list[3]?["origin"] == "LIBRARYCTL_WAIT")
    #expect(list[0]?["value"] == .null && list[0]?["origin"] == "default")
  }

  @Test("the library of the file is used, and may be missing as the default one may")
  func database() throws {
    let other = sandbox.path("other.db")
    #expect(try sandbox.run("config", "set", "db", other).status == 0)
    #expect(try sandbox.run("list").status == 0)
    #expect(try sandbox.run("add", "--title", "T").status == 0)
    #expect(sandbox.exists("other.db"))
    #expect(try sandbox.run("db", "path").output == other + "\n")
  }

  @Test(
    "a bad file names itself and the line, with status 2",
    arguments: [
      ("no sign here\n", ":1", "no ="), ("# x\ntimout = 3s\n", ":2", "did you mean timeout"),
      ("wait = 5\nwait = 6\n", ":2", "set twice"), ("wait = never\n", ":1", "number of seconds"),
      ("color = pink\n", ":1", "none of"), ("\u{1B}[31m = 1\n", ":1", "no setting"),
    ])
  func bad(_ text: String, _ place: String, _ reason: String) throws {
    #expect(try sandbox.run("config", "set", "wait", "5").status == 0)
    sandbox.write(".config/libraryctl/config", text)
    let result = try sandbox.run("list")
    #expect(result.status == 2, "\(result)")
    #expect(result.errors.contains(path + place) && result.errors.contains(reason), "\(result)")
    #expect(!result.errors.contains("\u{1B}"))
  }

  @Test("a wrong name, value or variable is status 2")
  func wrong() throws {
    #expect(try sandbox.run("config", "set", "wait", "soon").status == 2)
    #expect(try sandbox.run("config", "get", "acount").errors.contains("did you mean account"))
    let result = try sandbox.run("list", environment: ["LIBRARYCTL_WAIT": "soon"])
    #expect(result.status == 2 && result.errors.contains("LIBRARYCTL_WAIT"), "\(result)")
  }
}
