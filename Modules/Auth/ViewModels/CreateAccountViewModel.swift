import Services
import Observation

/// The form for a new account. Invalid input stays in the form.
@MainActor @Observable final class CreateAccountViewModel {
  /// The input.
  struct Draft: Hashable {
    var name: String
    var email: String
    var password = Secret("")
    var acceptsTerms = false
  }

  var draft: Draft {
    // After a refusal, each correction validates the form again.
    didSet {
      forgetStrength()
      if !problems.isEmpty {
        // Only the store knows that an address is taken: this stays until the address is changed.
        let isTaken = problems[.email] == .taken && draft.email == oldValue.email
        problems = validate().problems
        if isTaken { problems[.email] = .taken }
      }
      if draft.email != oldValue.email { typedProblem = FormReader.problem(ofTyped: draft.email) }
    }
  }
  /// The strength of the password, after the user has asked: content reveals nothing of a secret
  /// otherwise.
  private(set) var strength: PasswordRules.Strength?
  /// Whether the user has asked for the strength without a password.
  private(set) var lacksPassword = false
  private(set) var problems: FormProblems = [:]
  /// The problem with the address as typed, before the form is sent.
  private(set) var typedProblem: FieldProblem?
  var problem: AuthError?

  @ObservationIgnored private let first: Draft
  @ObservationIgnored private let services: AuthServices
  /// The input of the account, once it is stored.
  @ObservationIgnored private var created: Draft?

  /// - Parameters:
  ///   - draft: the earlier input.
  ///   - email: the address from another form.
  init(_ draft: Draft? = nil, email: String = "", services: AuthServices) {
    self.services = services
    let suggested = Draft(name: services.suggestedName(), email: email)
    var input = draft ?? suggested
    if !email.isEmpty { input.email = email }
    first = suggested
    self.draft = input
  }

  /// The problem with a field, or nil.
  func problem(of field: FieldName) -> FieldProblem? {
    problems[field] ?? (field == .email ? typedProblem : nil)
  }

  var isChanged: Bool { draft != first && draft != created }

  /// Rates the typed password.
  func measure() {
    lacksPassword = draft.password.isEmpty
    guard !lacksPassword else { return }
    strength = PasswordRules.strength(
      of: draft.password, name: draft.name, email: draft.email)
  }

  /// Creates the account; nil for invalid input or after a failure.
  func create() async -> Account? {
    let (name, email, found) = validate()
    problems = found
    problem = nil
    forgetStrength()
    guard problems.isEmpty, let name, let email else { return nil }
    do throws(AuthError) {
      let account = try await services.accounts.create(
        name: name, email: email, password: draft.password)
      created = draft
      return account
    } catch {
      if error == .emailTaken { problems[.email] = .taken } else { problem = error }
      return nil
    }
  }

  private func forgetStrength() {
    strength = nil
    lacksPassword = false
  }

  private func validate() -> (name: String?, email: EmailAddress?, problems: FormProblems) {
    var form = FormReader()
    let name = form.name(draft.name)
    let email = form.email(draft.email)
    form.password(draft.password, in: .password, name: draft.name, email: draft.email)
    form.require(draft.acceptsTerms, .terms, .terms)
    return (name, email, form.problems)
  }
}
