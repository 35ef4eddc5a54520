/// `config list`
enum ConfigListCommand {
  private static let origin = Flag("origin", "also say where each was set")

  static let command = Command(
    "list", "shows all settings",
    examples: [
      Command.Example("libraryctl config list", "what holds now"),
      Command.Example("libraryctl config list --origin", "and where it was set"),
    ],
    options: [origin]
  ) { invocation, console in
    var columns = [Listing.Column("name"), Listing.Column("value", isFlexible: true)]
    if invocation.has(origin) { columns.append(Listing.Column("origin", isFlexible: true)) }
    var listing = Listing(console, columns: columns)
    for setting in Setting.allCases {
      let given = try setting.given()
      try listing.append([
        ("name", .text(setting.rawValue)),
        (
          "value",
          console.isJSON ? .text(given?.text) : .text(given?.text ?? "(\(setting.standard))")
        ),
        ("origin", .text((given?.origin ?? .standard).description)),
      ])
    }
    try listing.finish()
    return .done
  }
}
