import Services
import Core

/// Gives each secret of a session a stand-in, so that a recording replays as it was recorded and
/// does not say what the secrets were.
///
/// The same secret has the same stand-in, and two secrets have two: a wrong password stays a wrong
/// one. What the app makes of a secret - whether it takes it, how strong it calls it - it makes of
/// the stand-in; that is all that a recording says of it.
struct SecretStandIns {
  private let make: @MainActor (Secret, Int) -> String
  private var texts: [Secret: String] = [:]
  private var used: Set<String> = []

  /// Creates an empty collection.
  ///
  /// - Parameter make: gives what stands in for a secret; another one for each number.
  init(_ make: @escaping @MainActor (Secret, Int) -> String) {
    self.make = make
  }

  /// The stand-in for a secret.
  @MainActor mutating func standIn(for secret: Secret) -> String {
    if secret.isEmpty { return "" }
    if let known = texts[secret] { return known }
    let first = texts.count + 1
    let limit = FieldKind.maximumTextLength
    // No field takes it, so no app is asked about it.
    if secret.reveal().count > limit { return Self.bullets(limit + 1, first) }
    // An app may have few that it makes the same of: after some tries, any other one has to do.
    let number = (first..<first + 100).first { isFree(make(secret, $0), for: secret) }
    let text = number.map { make(secret, $0) } ?? Self.bullets(12, first)
    texts[secret] = text
    used.insert(text)
    return text
  }

  private func isFree(_ text: String, for secret: Secret) -> Bool {
    if used.contains(text) { return false }
    // A recording that is recorded again has bullets for secrets already, which may stay.
    if text == secret.reveal() { return text.hasPrefix("•") }
    var secrets = KnownSecrets()
    return !secrets.add(secret.reveal()) || !secrets.stand(in: text)
  }

  /// What stands in for a secret where the app says nothing about it: as long as most rules ask for.
  static func usual(_: Secret, _ number: Int) -> String { bullets(12, number) }

  private static func bullets(_ count: Int, _ number: Int) -> String {
    String(repeating: "•", count: count) + String(number)
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
