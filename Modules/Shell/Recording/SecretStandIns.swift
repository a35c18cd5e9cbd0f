import Services
import Core

/// Creates a stand-in for each secret of a session, so that a recording replays with the same
/// screens and reveals no secret.
///
/// The same secret has the same stand-in, and two secrets have different ones: a wrong password
/// stays wrong. The app accepts, refuses and rates the stand-in like the secret; the recording
/// reveals nothing else about it.
struct SecretStandIns {
  private let make: @MainActor (Secret, Int) -> String
  private var texts: [Secret: String] = [:]
  private var used: Set<String> = []

  /// Creates an empty collection.
  ///
  /// - Parameter make: creates a stand-in for a secret, a different one for each number.
  init(_ make: @escaping @MainActor (Secret, Int) -> String) {
    self.make = make
  }

  /// Returns the stand-in for a secret.
  @MainActor mutating func standIn(for secret: Secret) -> String {
    if secret.isEmpty { return "" }
    if let known = texts[secret] { return known }
    let first = texts.count + 1
    let limit = FieldKind.maximumTextLength
    // No field accepts it, so the app is not asked about it.
    if secret.reveal().count > limit { return Self.bullets(limit + 1, first) }
    // The app may have few equivalent stand-ins: after some tries, any free one is used.
    let number = (first..<first + 100).first { isFree(make(secret, $0), for: secret) }
    let text = number.map { make(secret, $0) } ?? Self.bullets(12, first)
    texts[secret] = text
    used.insert(text)
    return text
  }

  private func isFree(_ text: String, for secret: Secret) -> Bool {
    if used.contains(text) { return false }
    // When a recording is recorded again, its secrets are already bullets, which may stay.
    if text == secret.reveal() { return text.hasPrefix("•") }
    var secrets = KnownSecrets()
    return !secrets.add(secret.reveal()) || !secrets.occur(in: text)
  }

  /// Returns the default stand-in, which is as long as most password rules require.
  static func usual(_: Secret, _ number: Int) -> String { bullets(12, number) }

  private static func bullets(_ count: Int, _ number: Int) -> String {
    String(repeating: "•", count: count) + String(number)
  }
}

extension Command {
  /// The secret in the command, or nil.
  var secret: Secret? {
    switch self {
    case .perform(_, .value(.secret(let secret)), _), .fill(_, .secret(let secret), _): secret
    default: nil
    }
  }
}
