/// What a query is, for the help of the commands that take one.
enum QueryHelp {
  static let text = """
    A query has words and "phrases"; -word must not be there; field:value has the words in that \
    field, field=value is it, field:"" has none and field:* has some; numbers and days have \
    year:1990..1999, pages>300, added:2026-03; a OR b, and brackets. Put it into quotes, or begin \
    it after --, where the shell or an option would take a part of it. Case, accents and the \
    hyphens of an ISBN do not matter.
    """
}
