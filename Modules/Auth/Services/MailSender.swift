/// Sends messages to people.
public protocol MailSender: Sendable {
  /// Sends somebody the code with which they can set a new password.
  ///
  /// - Returns: what a sandbox shows on the screen in the place of sending it; nil when it was sent.
  func sendCode(_ code: String, to email: EmailAddress) async throws(MailError) -> String?
}

/// Sends nothing: what a message would say comes back, to be shown on the screen. It is for trying
/// the app, where whoever sits at the machine has everything in it anyway.
public struct SandboxMail: MailSender {
  /// Creates a sender.
  public init() {}

  /// Gives the code back.
  public func sendCode(_ code: String, to email: EmailAddress) async throws(MailError) -> String? {
    code
  }
}
