/// `config list`
enum ConfigListCommand {
  private static let origin = Flag("origin", "also say where each was set")

  static let command = Command(
    "list", "shows all settings",
    examples: [
      Command.Example("libraryctl config list", "what holds now"),
      Command.Example("libraryctl config list --origin", "and where it was set"),
    ],
    options: [origin],
    answers: [.list(.setting)]
  ) { invocation, console in
    var columns = [Listing.Column("name"), Listing.Column("value", isFlexible: true)]
    if invocation.has(origin) { columns.append(Listing.Column("origin", isFlexible: true)) }
    var listing = Listing(console, columns: columns)
    for setting in Setting.allCases {
      let given = try setting.given()
      var record = ConfigCommand.record(setting, given)
      if given == nil, !console.isJSON {
        record = record.map { field in
          field.name == "value" ? ("value", .text("(\(setting.standard))")) : field
        }
      }
      try listing.append(record)
    }
    try listing.finish()
    return .done
  }
}
