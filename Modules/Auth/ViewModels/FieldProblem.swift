import Services
import Core

/// What is wrong with a field of one of this feature's forms.
enum FieldProblem: Hashable {
  case missing
  case name(ReadableName.Problem)
  case email(EmailAddress.Problem)
  case password(PasswordRules.Problem)
  /// The terms are not accepted.
  case terms
  /// What was typed to confirm is not what was asked for.
  case notTheSame
  /// Another account has this address.
  case taken
  /// It is not the password of this account.
  case wrong
}

/// The fields of this feature's forms.
enum FieldName: String {
  case name, email, password, terms, code
  case oldPassword = "old-password"
  case newPassword = "new-password"
  case confirmation
}

/// What is wrong with the fields of a form.
typealias FormProblems = [FieldName: FieldProblem]

/// Reads the fields of a form and collects what is wrong with them.
struct FormReader {
  private(set) var problems: FormProblems = [:]

  mutating func name(_ typed: String) -> String? {
    do throws(ReadableName.Problem) { return try PersonName.read(typed) } catch {
      problems[.name] = .name(error)
      return nil
    }
  }

  mutating func email(_ typed: String) -> EmailAddress? {
    do throws(EmailAddress.Problem) { return try EmailAddress(typed) } catch {
      problems[.email] = .email(error)
      return nil
    }
  }

  mutating func require(_ isThere: Bool, _ field: FieldName, _ problem: FieldProblem = .missing) {
    if !isThere { problems[field] = problem }
  }

  mutating func password(
    _ password: Secret, in field: FieldName, name: String, email: String
  ) {
    do throws(PasswordRules.Problem) {
      try PasswordRules.check(password, name: name, email: email)
    } catch { problems[field] = .password(error) }
  }
}
