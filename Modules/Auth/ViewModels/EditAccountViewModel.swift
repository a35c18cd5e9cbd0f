import Services
import Observation

/// The form for the name and the address of an account.
@MainActor @Observable final class EditAccountViewModel {
  /// The input.
  struct Draft: Hashable {
    var name: String
    var email: String
    /// The current password, which another address needs.
    var password = Secret("")
  }

  var draft: Draft {
    didSet {
      if !problems.isEmpty {
        // What only the store knows stays until its field is changed.
        let isTaken = problems[.email] == .othersAddress && draft.email == oldValue.email
        let isWrong = problems[.oldPassword] == .wrong && draft.password == oldValue.password
        problems = validate().problems
        if isTaken { problems[.email] = .othersAddress }
        if isWrong { problems[.oldPassword] = .wrong }
      }
      if draft.email != oldValue.email {
        typedProblem = FormReader.problem(ofTyped: draft.email)
      }
    }
  }
  private(set) var problems: FormProblems = [:]
  /// The problem with the address as typed, before the form is sent.
  private(set) var typedProblem: FieldProblem?
  private(set) var problem: AuthError?

  @ObservationIgnored private let account: Account
  @ObservationIgnored private let saved: Draft
  @ObservationIgnored private let services: AuthServices

  init(_ account: Account, services: AuthServices) {
    self.account = account
    self.services = services
    saved = Draft(name: account.name, email: account.email.text)
    draft = saved
  }

  var isChanged: Bool { draft != saved }

  /// Saves the account; nil if it was not saved.
  func save() async -> Account? {
    let (name, email, found) = validate()
    problems = found
    problem = nil
    guard problems.isEmpty, let name, let email else { return nil }
    do throws(AuthError) {
      // Only the changes, so that those of another window are kept.
      let changed = try await services.accounts.change(
        account.id, name: draft.name == saved.name ? nil : name,
        email: draft.email == saved.email ? nil : email, password: draft.password)
      // Also if the form was closed meanwhile.
      services.session.update(changed)
      return changed
    } catch {
      switch error {
      case .emailTaken: problems[.email] = .othersAddress
      case .wrongCredentials: problems[.oldPassword] = .wrong
      default: problem = error
      }
      return nil
    }
  }

  private func validate() -> (name: String?, email: EmailAddress?, problems: FormProblems) {
    var form = FormReader()
    let (name, email) = (form.name(draft.name), form.email(draft.email))
    let isOther = email != nil && email != account.email
    form.require(!isOther || !draft.password.isEmpty, .oldPassword)
    return (name, email, form.problems)
  }
}
