/// The lines of a screen or a view model that would be the same in any other one, apart from names.
///
/// The rule is the one of Docs/features.md. It reads formatted code: what belongs to the class is
/// indented by two blanks.
struct Ceremony {
  /// The lines, in their order.
  let lines: [Substring]

  init(_ text: String) {
    var found: [Substring] = []
    var isInside = false
    for line in text.split(separator: "\n") {
      if isInside {
        found.append(line)
        isInside = line != "  }"
      } else if line.contains(Self.member) {
        found.append(line)
        isInside = !line.hasSuffix("}")
      } else if line.contains(Self.single) {
        found.append(line)
      }
    }
    lines = found
  }

  /// The initializer and `appeared`, which may take several lines.
  private static var member: Regex<Substring> { /^  (?:init\(|func appeared\()/ }

  /// An import, the first and the last line of a type, a property that the initializer fills, and a
  /// line that only shows the declared actions.
  private static var single: Regex<Substring> {
    /^import |^(?:@MainActor |@Observable )*final class |^enum |^}$|^  (?:@ObservationIgnored |private )*let \w+: [^=]+$|^ .*\bweak var |^ +actions: actions\.map\(\\\.action\)\)$/
  }
}
