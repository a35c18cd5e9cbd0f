/// The meaning of a piece of text, which a colour may show.
enum TextStyle: Hashable, Sendable {
  case plain, title, heading, quiet, chosen, done, problem

  /// The parameters of the control sequence that begins the style (ECMA-48, SGR), or nil for none.
  var parameters: String? {
    switch self {
    case .plain: nil
    case .title: "1"
    case .heading: "1;36"
    case .quiet: "2"
    case .chosen: "1;32"
    case .done: "32"
    case .problem: "31"
    }
  }
}
