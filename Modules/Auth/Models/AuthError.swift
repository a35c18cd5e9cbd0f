public import Services
public import Foundation

/// Why something about an account could not be done.
public enum AuthError: Error, Hashable, Sendable {
  /// Another account has this address.
  case emailTaken
  /// There is no such account, or the password is not its own: which of the two is not said.
  case wrongCredentials
  /// There were so many wrong tries that the next one is not looked at before this time.
  case tooManyTries(until: Date)
  /// The code is not the one that was sent, or it is over.
  case wrongCode
  /// It was cancelled, and nothing was kept.
  case cancelled
  /// The account is gone.
  case noAccount
  /// The password can't be used or could not be secured.
  case hashing(PasswordHashingError)
  /// The message could not be sent.
  case mail(MailError)
  /// Something could not be kept or found.
  case storage(StorageError)
}

/// Why a message could not be sent.
public enum MailError: Error, Hashable, Sendable {
  /// Nobody who passes messages on can be reached.
  case offline
  /// The message was not taken.
  case refused
}
