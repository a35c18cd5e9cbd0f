import Services
import Core
import Foundation

// The texts of the feature.

/// Texts about accounts.
enum AuthText {
  static let tab = "Account"

  private static let emailTaken =
    "This address already has an account. Sign in, or use another address."

  static func message(_ problem: FieldProblem?) -> String? {
    switch problem {
    case nil: nil
    case .missing: "This is required."
    case .taken: emailTaken
    case .othersAddress: "This address already has an account. Use another address."
    case .wrong: "Wrong password."
    case .terms: "Accept the terms to create an account."
    case .notTheSame: "This is not the address of this account."
    case .name(.empty): "Enter your name."
    case .name(.tooLong): "A name can have at most \(PersonName.maximumLength) characters."
    case .name(.invisible): "A name needs a visible character."
    case .name(.unprintable): "A name can't have control characters or invisible marks."
    case .email(let problem): message(problem)
    case .password(let problem): message(problem)
    }
  }

  private static func message(_ problem: EmailAddress.Problem) -> String {
    switch problem {
    case .empty: "Enter your e-mail address."
    case .tooLong: "This address is too long."
    case .noAt: "An e-mail address needs an @, as in reader@example.org."
    case .localPart: "The part before the @ isn't valid."
    case .domain: "The part after the @ isn't a valid domain such as example.org."
    }
  }

  private static func message(_ problem: PasswordRules.Problem) -> String {
    switch problem {
    case .tooShort: "Use at least \(PasswordRules.minimumLength) characters."
    case .tooLong: "This password is too long. Choose a shorter one."
    case .common: "This password is too common."
    case .personal: "Don't use your name or address as a password."
    case .monotonous: "Don't repeat one character or use a sequence like 12345678."
    }
  }

  /// The message at the start if the session can't be read.
  static func unread(_ error: AuthError) -> Notice {
    let text = "You could not be signed in again. \(notice(error)?.text ?? "")"
    return Notice(text, tone: .problem)
  }

  /// The message after a sign-in if the guest's data could not be moved.
  static func guestStays(_ error: StorageError) -> Notice {
    Notice(
      "What you kept as a guest was not moved to your account. \(error.description)"
        + " The Account tab offers it again.", tone: .problem)
  }

  /// The message after a sign-in if the user has left the question about the guest's data.
  static let leftWithGuest = Notice(
    "Nothing was moved from the guest. You can do it later: move, under Account.")

  /// The message of a guest's window if another one has moved the guest's data. It names no account: another one may be
  /// signed in by now.
  static let guestMoved = Notice(
    "Another window has moved what you kept as a guest to an account. Sign in to see it here.")

  static func notice(_ result: SignInResult) -> Notice {
    var sentences = ["You are signed in."]
    if result.hasNewPassword { sentences.insert("Password changed.", at: 0) }
    if !result.move.moved.isEmpty { sentences.append(moved(result.move)) }
    return Notice(sentences.joined(separator: " "))
  }

  /// The message if another window has moved or deleted the guest's data meanwhile.
  static let nothingToMove = Notice("The guest no longer has anything to move.")

  static func moved(_ summary: MoveSummary) -> String {
    let joined = summary.kept.isEmpty ? "" : ", joined with what it already had"
    return "Moved \(list(summary.moved)) to your account\(joined)."
  }

  /// The message after a new password was set, if only the sign-in has failed.
  static let passwordChanged = Notice("Password changed. Sign in with it.")

  static let deleted = Notice("Your account was deleted.")

  static let guestDeleted = Notice("What you kept as a guest was deleted.")

  /// What a deletion also removes on request.
  static let allBackups =
    "the backups of all accounts in the backup folder, and files set aside as damaged"

  static func backupsLeft(_ error: StorageError) -> Notice {
    Notice(
      "Some automatic backups could not be deleted, and still contain the deleted data."
        + " Delete the files yourself. \(error.description)", tone: .problem)
  }

  static func notice(_ error: AuthError?) -> Notice? {
    guard let error else { return nil }
    let text: String =
      switch error {
      case .emailTaken: emailTaken
      case .wrongCredentials: "Wrong e-mail address or password."
      case .tooManyTries(let seconds):
        "Too many failed attempts. Try again in \(duration(seconds))."
      case .wrongCode: "The code is wrong, or it has expired. Check it, or send another one."
      case .personalPassword: message(PasswordRules.Problem.personal)
      case .cancelled: "Cancelled."
      case .noAccount: "This account no longer exists. Sign in with another one."
      case .hashing(.unusable):
        "This password has a character that can't be used, or is too long. Choose another one."
      case .hashing(.failed): "The password could not be secured on this machine; try again."
      case .mail(.offline):
        "The e-mail with the code could not be sent. Check the connection and try again."
      case .mail(.refused):
        "The e-mail with the code was rejected. Check the address and try again."
      case .storage(let error): error.description
      }
    return Notice(text, tone: .problem)
  }

  /// How a code gets to the user.
  static func way(isSandbox: Bool) -> String {
    isSandbox
      ? "Set a new password with a code, which the next screen shows."
      : "You'll get a code by e-mail to set a new password."
  }

  /// The same text with and without an account.
  static func sent(to email: EmailAddress, isSandbox: Bool) -> String {
    "If \(email) has an account here, \(isSandbox ? "its code is below" : "a code is on its way")."
  }

  /// The section about a sandbox's mail, with the code that it shows instead of sending it.
  static func sandbox(_ isSandbox: Bool, code: String?) -> [ContentSection] {
    guard isSandbox else { return [] }
    let text =
      "No e-mail is sent in the sandbox."
      + (code.map { " It would say: your code is \($0)." } ?? "")
    return [ContentSection("sandbox", title: "Sandbox", .text(text))]
  }

  static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    let minutes = (seconds + 59) / 60
    return minutes == 1 ? "1 minute" : "\(minutes) minutes"
  }

  /// As after the first code, the same text with and without an account.
  static let sentAgain = Notice(
    "If the address has an account, it gets another code, and the one before is no longer valid.",
    tone: .done)

  /// The placeholder of the password in the form for the name and the address.
  static let passwordForEmail = "to change the e-mail"

  static let passwordHint = "at least \(PasswordRules.minimumLength) characters"

  /// The answer to the question for the strength without a password.
  static let noPassword = Notice("Enter a password first.", tone: .problem)

  static func notice(_ strength: PasswordRules.Strength?) -> Notice? {
    switch strength {
    case nil: nil
    case .weak: Notice("Weak password. Make it longer.", tone: .problem)
    case .fair: Notice("Fair password. A few more words would help.")
    case .good: Notice("Good password.")
    case .strong: Notice("Strong password.")
    }
  }

  /// `3 books, 2 shelves and a profile`.
  static func list(_ parts: [String]) -> String {
    guard let last = parts.last else { return "nothing" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and \(last)"
  }
}

extension PageRefusal {
  var text: String {
    switch self {
    case .keptOpen: "you kept the page that is open there"
    }
  }
}
