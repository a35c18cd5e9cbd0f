import Core
public import Services

/// An error of an operation with accounts.
public enum AuthError: Error, Hashable, Sendable {
  /// Another account has this address.
  case emailTaken
  /// The account does not exist, or the password is wrong; the two cases are not distinguished.
  case wrongCredentials
  /// After too many failed tries the next one is refused for this time, at least one second.
  case tooManyTries(seconds: Int)
  /// The code is wrong or has expired.
  case wrongCode
  /// The new password is the user's name or address.
  case personalPassword
  /// The operation was cancelled and changed nothing.
  case cancelled
  /// The account does not exist.
  case noAccount
  /// The password is invalid or could not be hashed.
  case hashing(PasswordHashingError)
  /// The message could not be sent.
  case mail(MailError)
  /// The storage failed.
  case storage(StorageError)
}

/// An error of sending a message.
public enum MailError: Error, Hashable, Sendable {
  /// The mail server can't be reached.
  case offline
  /// The message was rejected.
  case refused
}

/// The reason why a page of the account was not shown.
enum PageRefusal: RefusalReason {
  /// The user kept a form that was open in place of the page.
  case keptOpen
}
