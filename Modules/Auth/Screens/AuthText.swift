import Services
import Core
import Foundation

// The words in which the feature speaks of accounts and what went wrong.

/// Text for people about accounts.
enum AuthText {
  static func message(_ problem: FieldProblem?) -> String? {
    switch problem {
    case nil: nil
    case .missing: "Fill this in."
    case .taken: "An account has this address already: sign in, or type another one."
    case .wrong: "This is not your password."
    case .terms: "An account needs your agreement to the terms."
    case .notTheSame: "That is not the address of this account."
    case .name(.empty): "Say what you want to be called."
    case .name(.tooLong): "A name has at most \(PersonName.maximumLength) characters."
    case .name(.invisible): "A name is made of letters or signs that can be seen."
    case .name(.unprintable): "A name has no control characters and no invisible marks."
    case .email(let problem): message(problem)
    case .password(let problem): message(problem)
    }
  }

  private static func message(_ problem: EmailAddress.Problem) -> String {
    switch problem {
    case .empty: "Type your e-mail address."
    case .tooLong: "An e-mail address has at most 254 bytes, 64 of them before the @."
    case .noAt: "An e-mail address has an @, as in reader@example.org."
    case .localPart: "What stands before the @ can't be part of an e-mail address."
    case .domain: "What stands after the @ is no domain, as example.org is one."
    }
  }

  private static func message(_ problem: PasswordRules.Problem) -> String {
    switch problem {
    case .tooShort: "A password has at least \(PasswordRules.minimumLength) characters."
    case .tooLong: "A password has at most \(PasswordRules.maximumLength) bytes."
    case .common: "That is one of the passwords that everybody tries first."
    case .personal: "A password is neither your name nor your address."
    case .monotonous: "A password is not one character again and again, nor a row like 12345678."
    }
  }

  /// What is said at the start where a session can't be read.
  static func unread(_ error: AuthError) -> Notice {
    var text = "You could not be signed in again. \(notice(error) { _ in 0 }?.text ?? "")"
    if case .storage(.damaged) = error { text += " Restore a backup to get the account back." }
    return Notice(text, tone: .problem)
  }

  static func notice(_ error: AuthError?, wait: (Date) -> Int) -> Notice? {
    guard let error else { return nil }
    let text: String =
      switch error {
      case .emailTaken:
        "An account has this address already: sign in, or type another one."
      case .wrongCredentials: "The address or the password is not right."
      case .tooManyTries(let until):
        "There were too many wrong tries. Try again in \(duration(wait(until)))."
      case .wrongCode: "That is not the code, or its time is over. Ask for another one."
      case .cancelled: "Cancelled."
      case .noAccount: "This account is not there any more. Sign in with another one."
      case .hashing(let error): error.description
      case .mail(.offline): "The message could not be sent. Check the connection and try again."
      case .mail(.refused): "The message was not taken. Check the address and try again."
      case .storage(let error): error.description
      }
    return Notice(text, tone: .problem)
  }

  static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    let minutes = (seconds + 59) / 60
    return minutes == 1 ? "1 minute" : "\(minutes) minutes"
  }

  static let passwordHint = "at least \(PasswordRules.minimumLength) characters"

  static func notice(_ strength: PasswordRules.Strength?) -> Notice? {
    switch strength {
    case nil: nil
    case .weak: Notice("The password is weak: a longer one is stronger.", tone: .problem)
    case .fair: Notice("The password is fair: a few more words would help.")
    case .good: Notice("The password is good.")
    case .strong: Notice("The password is strong.")
    }
  }

  static func guestQuestion(_ summary: [String], _ name: String) -> String {
    "Without an account you have here: \(list(summary)). It can move to \(name)'s account, or stay "
      + "with the guest; closing this leaves it there."
  }

  /// `3 books, 2 shelves and a profile`.
  static func list(_ parts: [String]) -> String {
    guard let last = parts.last else { return "nothing" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
