import Services
import Core

/// A problem with a field of this feature's forms.
enum FieldProblem: Hashable {
  case missing
  case name(ReadableName.Problem)
  case email(EmailAddress.Problem)
  case password(PasswordRules.Problem)
  /// The terms are not accepted.
  case terms
  /// The confirmation differs from the required text.
  case notTheSame
  /// The address of a new account has one already, which may be the user's.
  case taken
  /// Another account has the address that a signed-in user wants.
  case othersAddress
  /// The password is wrong.
  case wrong
}

/// The fields of this feature's forms.
enum FieldName {
  case name, email, password, terms, code, oldPassword, newPassword
}

/// The problems of a form's fields.
typealias FormProblems = [FieldName: FieldProblem]

/// Validates the fields of a form and collects their problems.
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

  /// Returns the problem with an address as soon as it is typed, before its form is sent; an empty field
  /// may still be filled in.
  static func problem(ofTyped email: String) -> FieldProblem? {
    var form = FormReader()
    guard !email.isEmpty, form.email(email) == nil else { return nil }
    return form.problems[.email]
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
