/// How a text looks on a screen.
enum ScreenStyle: Hashable {
  case plain, bold, dim, selected, problem, typed

  /// The parameters of SGR (ECMA-48, 8.3.117). Without colour the meaning stays in bold and reverse.
  func parameters(usesColor: Bool) -> String {
    switch self {
    case .plain: "0"
    case .bold: "0;1"
    case .dim: usesColor ? "0;2" : "0"
    case .selected: "0;7"
    case .problem: usesColor ? "0;1;31" : "0;1"
    case .typed: usesColor ? "0;36" : "0"
    }
  }
}
