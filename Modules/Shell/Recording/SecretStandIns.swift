import Core

/// Gives each secret of a session a stand-in, the same for the same secret, so that a recording
/// says that two passwords were equal and not what they were.
struct SecretStandIns {
  // As long as most rules for passwords ask for, or a replay would be refused where the person
  // was not.
  private static let bullets = String(repeating: "•", count: 12)

  private var numbers: [Secret: Int] = [:]

  /// The stand-in for a secret.
  mutating func standIn(for secret: Secret) -> String {
    let number = numbers[secret] ?? numbers.count + 1
    numbers[secret] = number
    return Self.bullets + String(number)
  }
}

extension Command {
  /// The secret that the command carries, or nil.
  var secret: Secret? {
    switch self {
    case .perform(_, .value(.secret(let secret)), _), .fill(_, .secret(let secret), _): secret
    default: nil
    }
  }
}
