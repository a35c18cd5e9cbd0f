import Services
import Observation

/// The form with which a user makes an account. What was typed stays, whatever is wrong with it.
@MainActor @Observable final class CreateAccountViewModel {
  /// What is typed.
  struct Draft: Hashable {
    var name: String
    var email: String
    var password = Secret("")
    var acceptsTerms = false
  }

  var draft: Draft {
    // Once the form was refused, what is wrong is said again with every correction.
    didSet {
      strength = nil
      if !problems.isEmpty { problems = validate().problems }
    }
  }
  /// How strong the password is, once a user has asked: content says nothing of a secret unasked.
  private(set) var strength: PasswordRules.Strength?
  private(set) var problems: FormProblems = [:]
  var problem: AuthError?

  @ObservationIgnored private let first: Draft
  @ObservationIgnored private let services: AuthServices
  /// Whether the account is there: what was typed is stored then.
  @ObservationIgnored private var isCreated = false

  /// - Parameters:
  ///   - draft: what was typed into the form when it was here before.
  ///   - email: an address that was typed elsewhere.
  init(_ draft: Draft? = nil, email: String = "", services: AuthServices) {
    self.services = services
    first = Draft(name: services.suggestedName(), email: email)
    self.draft = draft ?? first
    if !email.isEmpty { self.draft.email = email }
  }

  var isChanged: Bool { draft != first && !isCreated }

  /// Says how strong the password is that was typed.
  func measure() {
    strength = PasswordRules.strength(
      of: draft.password, name: draft.name, email: draft.email)
  }

  /// Makes the account; nil when something is wrong with what was typed, or in the way.
  func create() async -> Account? {
    let (name, email, found) = validate()
    problems = found
    problem = nil
    strength = nil
    guard problems.isEmpty, let name, let email else { return nil }
    do throws(AuthError) {
      let account = try await services.accounts.create(
        name: name, email: email, password: draft.password)
      isCreated = true
      return account
    } catch {
      if error == .emailTaken { problems[.email] = .taken } else { problem = error }
      return nil
    }
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
