public import Services

/// Stands in for passwords where a session is written down: it is taken or refused, and called as
/// strong, as the password, so that the session can be played again.
///
/// It says no more than that, which the screens say, too. One verdict can't be kept: a password that
/// is the person's own name or address has a stand-in that is not.
public enum PasswordStandIn {
  private enum Verdict: Hashable {
    case refused(PasswordRules.Problem)
    case taken(PasswordRules.Strength)

    init(_ text: String) {
      let password = Secret(text)
      do throws(PasswordRules.Problem) {
        try PasswordRules.check(password, name: "", email: "")
        self = .taken(PasswordRules.strength(of: password))
      } catch { self = .refused(error) }
    }
  }

  /// Gives a text for a password, another one for each number where there are that many.
  public static func text(for password: Secret, number: Int) -> String {
    let verdict = Verdict(password.reveal())
    switch verdict {
    case .refused(.common): return common[number % common.count]
    case .refused(.monotonous):
      return String(repeating: "•", count: PasswordRules.minimumLength + number % 150)
    default:
      // Each sign makes it a little stronger, up to what is too long.
      let texts = (1...200).lazy.map { String(repeating: "•", count: $0) + String(number) }
      return texts.first { Verdict($0) == verdict } ?? "•\(number)"
    }
  }

  private static let common = PasswordRules.common.sorted()
}
