import Testing

@testable import libraryctl

@Suite struct ParserTests {
  private static let limit = Option<Int>("limit", letter: "n", "N", least: 1, "how many")
  private static let tag = Option<String>("tag", letter: "t", "T", repeats: true, "a tag")
  private static let all = Flag("all", letter: "a", "all of it")
  private static let root = Command(
    "libraryctl", "test", examples: [],
    subcommands: [
      Command(
        "list", "lists", examples: [], operands: [Operand("QUERY", .query, .any)],
        options: [limit, tag, all]
      ) { _, _ in .done },
      Command(
        "account", "accounts", examples: [],
        subcommands: [
          Command("use", "switches", examples: [], operands: [Operand("NAME", .account, .one)]) {
            _, _ in .done
          }
        ]),
      Command("help", "helps", examples: [], operands: [Operand("COMMAND", .command, .any)]) {
        _, _ in .done
      },
    ])

  private func parse(_ arguments: String...) throws -> Invocation {
    guard case .run(let invocation) = try Parser.request(arguments, root: Self.root) else {
      throw CommandError(.failed, "is no invocation")
    }
    return invocation
  }

  private func error(_ arguments: String...) -> CommandError? {
    do throws(CommandError) {
      _ = try Parser.request(arguments, root: Self.root)
      return nil
    } catch {
      return error
    }
  }

  @Test("letters bundle, and the last one may have its value in the bundle or after it")
  func bundles() throws {
    for arguments in [["-qan5"], ["-qan", "5"], ["-qan=5"], ["-q", "-a", "--limit=5"]] {
      guard
        case .run(let invocation) = try Parser.request(["list"] + arguments, root: Self.root)
      else {
        Issue.record("no invocation for \(arguments)")
        continue
      }
      #expect(invocation.has(GlobalOptions.quiet))
      #expect(invocation.has(Self.all))
      #expect(invocation.value(of: Self.limit) == 5)
    }
  }

  @Test("options of all commands stand before or after the command's name")
  func globalOptions() throws {
    #expect(try parse("--db", "a", "list").value(of: GlobalOptions.db) == "a")
    #expect(try parse("list", "--db=a").value(of: GlobalOptions.db) == "a")
    #expect(try parse("account", "--db=a", "use", "x").path == ["account", "use"])
  }

  @Test("options stand after operands, and -- ends them")
  func operands() throws {
    let mixed = try parse("list", "one", "--all", "two")
    #expect(mixed.operands == ["one", "two"])
    #expect(mixed.has(Self.all))
    let ended = try parse("list", "--", "-a", "--all", "--")
    #expect(ended.operands == ["-a", "--all", "--"])
    #expect(!ended.has(Self.all))
    #expect(try parse("list", "-").operands == ["-"])
  }

  @Test("a repeated option keeps every value in order, and a value may begin with a hyphen")
  func repeats() throws {
    let invocation = try parse("list", "-t", "a", "--tag=b", "--tag", "-c", "--tag=")
    #expect(invocation.values(of: Self.tag) == ["a", "b", "-c", ""])
  }

  @Test("the last value of an option that does not repeat wins")
  func lastWins() throws {
    #expect(try parse("list", "-n1", "--limit", "7").value(of: Self.limit) == 7)
  }

  @Test("a mistake has status 2 and names what was probably meant")
  func mistakes() {
    #expect(error("lsit")?.hint == "did you mean libraryctl list?")
    #expect(error("list", "--limt", "3")?.hint == "did you mean --limit?")
    #expect(error("account", "us", "x")?.hint == "did you mean libraryctl account use?")
    for mistake in [
      error("nothing-like-it"), error("list", "--limit"), error("list", "--limit", "none"),
      error("list", "--limit=0"), error("list", "--all=yes"), error("list", "-z"),
      error("account", "use"), error("account", "use", "a", "b"), error("help", "lsit"),
      error("list", "--json", "--jsonl"), error("--color", "blue", "list"), error("-"),
    ] {
      #expect(mistake?.code == .usage)
      #expect(mistake?.hint != nil)
    }
  }

  @Test("help COMMAND asks for the same as COMMAND --help, whatever else is missing")
  func help() throws {
    for arguments in [
      ["help", "account", "use"], ["account", "use", "--help"], ["-h", "account", "use"],
    ] {
      guard case .help(let path, _) = try Parser.request(arguments, root: Self.root) else {
        Issue.record("no help for \(arguments)")
        continue
      }
      #expect(path == ["account", "use"])
    }
  }
}
