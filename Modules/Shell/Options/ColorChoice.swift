/// Decides whether to use colours: the option first, then the environment, then the terminal.
///
/// The variables are those of no-color.org and of bixense.com/clicolors.
struct ColorChoice {
  let option: ShellOptions.Color
  let environment: [String: String]
  let isTerminal: Bool

  /// Whether to use colours.
  var isOn: Bool {
    switch option {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
    if environment["CLICOLOR"] == "0" || environment.hasDumbTerminal { return false }
    return isTerminal
  }
}

extension [String: String] {
  /// Whether the terminal that these environment variables name takes no control sequences.
  var hasDumbTerminal: Bool { self["TERM"].map { $0 == "dumb" || $0 != $0.plain } == true }
}
