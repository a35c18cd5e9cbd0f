/// Sends messages to users.
public protocol MailSender: Sendable {
  /// Whether the sender shows messages instead of sending them.
  var isSandbox: Bool { get }

  /// Sends a user the code for a new password.
  ///
  /// - Returns: the text that a sandbox shows instead of sending it; nil if it was sent.
  func sendCode(_ code: String, to email: EmailAddress) async throws(MailError) -> String?
}

/// Returns the text of a message, to be shown on the screen, instead of sending it. For trying the
/// app, where the user of the machine has access to all data anyway.
public struct SandboxMail: MailSender {
  /// Returns `true`.
  public var isSandbox: Bool { true }

  /// Creates a sender.
  public init() {}

  /// Returns the code.
  public func sendCode(_ code: String, to email: EmailAddress) async throws(MailError) -> String? {
    code
  }
}
