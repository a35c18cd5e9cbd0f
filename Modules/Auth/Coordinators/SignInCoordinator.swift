import Accounts
import Services
import Core

/// Signs a user in with an existing or a new account.
///
/// Finishes when a user is signed in. A guest's data moves to the account if the user agrees.
final class SignInCoordinator: Coordinator<Void> {
  private let services: AuthServices
  private let beginning: Beginning
  /// Receives the result, before the flow finishes like that of any requirement: without a value.
  private let onSignIn: (SignInResult) -> Void
  /// The first form of the flow: signing in, or creating an account.
  private var form: NavigationTree.EntryID?
  /// The input of the form for a new account, while the sign-in form replaces it.
  private var draft: CreateAccountViewModel.Draft?

  init(_ beginning: Beginning, services: AuthServices, onSignIn: @escaping (SignInResult) -> Void) {
    self.beginning = beginning
    self.services = services
    self.onSignIn = onSignIn
    super.init()
  }

  override func start() {
    switch beginning {
    case .signIn: showSignIn(email: "")
    case .createAccount: showCreateAccount(email: "")
    }
  }

  /// Shows the form for signing in.
  ///
  /// - Parameter email: the address in the other form; without one, that of the session that the app has ended, if any.
  private func showSignIn(email: String) {
    let email = email.isEmpty ? services.session.expiredEmail ?? "" : email
    let viewModel = SignInViewModel(
      beginning.reason, email: email, keepsDraft: draft != nil, services: services)
    show(SignInScreen(viewModel, delegate: self))
  }

  private func showCreateAccount(email: String) {
    let viewModel = CreateAccountViewModel(draft, email: email, services: services)
    show(CreateAccountScreen(viewModel, delegate: self))
  }

  /// Replaces one form by the other, so that going back from either leaves the flow.
  private func show(_ screen: any Screen) {
    form = if let form { replace(form, with: screen) } else { push(screen) }
  }

  /// Signs in, and then asks whether to move the guest's data. If this is interrupted, the user is
  /// signed in and the guest's data is unchanged.
  ///
  /// - Returns: the error, or nil.
  private func admit(_ account: Account, hasNewPassword: Bool = false) async -> AuthError? {
    // A user who left meanwhile is not signed in.
    guard isRunning, !Task.isCancelled else { return .cancelled }
    let outermost = outermost
    do throws(AuthError) {
      let session = try await services.accounts.beginSession(of: account)
      guard isRunning, !Task.isCancelled else {
        endSession(session.new, in: outermost)
        return .cancelled
      }
      await services.session.begin(account, expires: session.expires)
      let move = await moveGuest(to: account)
      guard isRunning else { return nil }
      onSignIn(SignInResult(hasNewPassword: hasNewPassword, move: move))
      finish(())
      return nil
    } catch { return error }
  }

  /// Ends the new session of a user who has left meanwhile, in work of its own: the work that began it
  /// may be cancelled, and then stores nothing more. Another window goes on with a shared one.
  private func endSession(_ session: SavedSession.ID?, in coordinator: AnyCoordinator) {
    // The window stays a guest's, even if the session can't be removed.
    services.accounts.store.adopt(nil)
    guard let session else { return }
    coordinator.perform("end the session") { [services, context] in
      do throws(AuthError) { try await services.accounts.endSession(session) } catch {
        context.logger.log(.error, "the session of a cancelled sign-in was not removed: \(error)")
      }
    }
  }

  /// Moves the guest's data, if the user agrees. If that fails, the user is signed in all the same,
  /// and the account's page offers it again.
  ///
  /// - Returns: a summary of the move; empty if nothing was moved.
  private func moveGuest(to account: Account) async -> MoveSummary {
    do throws(StorageError) {
      let summary = try await services.moveSummary(to: account.id)
      guard !summary.moved.isEmpty, isRunning, await wantsMove(summary, to: account) else {
        return MoveSummary()
      }
      let done = try await services.moveGuest(to: account.id)
      if done.moved.isEmpty { context.notices.post(AuthText.nothingToMove) }
      return done
    } catch {
      if error != .cancelled { context.notices.post(AuthText.guestStays(error)) }
      return MoveSummary()
    }
  }

  /// Asks whether to move the guest's data; a notice says that nothing was moved if the user leaves the question.
  private func wantsMove(_ summary: MoveSummary, to account: Account) async -> Bool {
    let question = AlertCoordinator(moving: summary, to: account)
    let answer = await run(question, .present).value
    if answer == nil, services.session.account?.id == account.id {
      context.notices.post(AuthText.leftWithGuest)
    }
    return answer == MoveGuestQuestion.yes
  }
}

extension SignInCoordinator: SignInScreenDelegate {
  func signInScreen(_ screen: SignInScreen, didRecognize account: Account) async {
    if let problem = await admit(account) { screen.viewModel.problem = problem }
  }

  func signInScreenWantsAccount(_ screen: SignInScreen) {
    showCreateAccount(email: screen.viewModel.email)
  }

  func signInScreenForgotPassword(_ screen: SignInScreen) {
    startChild(
      ForgottenPasswordCoordinator(email: screen.viewModel.email, services: services) {
        [weak self] in await self?.admit($0, hasNewPassword: true)
      })
  }
}

extension SignInCoordinator: CreateAccountScreenDelegate {
  func createAccountScreen(_ screen: CreateAccountScreen, didCreate account: Account) async {
    if let problem = await admit(account) { screen.viewModel.problem = problem }
  }

  func createAccountScreenWantsToSignIn(_ screen: CreateAccountScreen) {
    let typed = screen.viewModel
    draft = typed.isChanged ? typed.draft : nil
    showSignIn(email: typed.draft.email)
  }

  func createAccountScreenWantsTerms(_ screen: CreateAccountScreen) {
    push(TermsScreen())
  }
}
