public import Services

/// Creates stand-ins for passwords in recordings: they are accepted, refused and rated like the
/// password, so that the session can be replayed.
///
/// A stand-in reveals nothing else; the screens show these verdicts, too. One verdict can't be
/// reproduced: a password that equals the user's name or address.
public enum PasswordStandIn {
  private enum Verdict: Hashable {
    case refused(PasswordRules.Problem)
    case accepted(PasswordRules.Strength)

    init(_ text: String) {
      let password = Secret(text)
      do throws(PasswordRules.Problem) {
        try PasswordRules.check(password, name: "", email: "")
        self = .accepted(PasswordRules.strength(of: password))
      } catch { self = .refused(error) }
    }
  }

  /// Returns a stand-in for a password, a different one for each number, as far as there are
  /// enough.
  public static func text(for password: Secret, number: Int) -> String {
    let verdict = Verdict(password.reveal())
    switch verdict {
    case .refused(.common): return common[number % common.count]
    case .refused(.monotonous):
      return String(repeating: "•", count: PasswordRules.minimumLength + number % 150)
    default:
      // Each character makes it a little stronger, up to the maximum length.
      let texts = (1...200).lazy.map { String(repeating: "•", count: $0) + String(number) }
      return texts.first { Verdict($0) == verdict } ?? "•\(number)"
    }
  }

  private static let common = PasswordRules.common.sorted()
}
