import Accounts
import Services
import Core

/// The account's tab: signing in and out, and the features' account items.
final class AccountCoordinator: Coordinator<Never> {
  private let services: AuthServices
  private let viewModel: AccountViewModel
  private var columns: (primary: Navigator, secondary: Navigator)?

  init(services: AuthServices) {
    self.services = services
    viewModel = AccountViewModel(services: services)
    super.init()
  }

  override func start() {
    columns = pushSplit()
    push(AccountScreen(viewModel, delegate: self), on: columns?.primary)
  }

  /// Shows the selected item: beside the list, where it is marked, in a wide layout; otherwise on
  /// top of the list.
  ///
  /// - Returns: the item's flow; nil if the user keeps a form that is open there.
  @discardableResult
  private func show(_ item: AccountItem) async -> AnyCoordinator? {
    guard let columns else { return nil }
    let old = children.filter { $0.navigator.stack == columns.secondary.stack }
    guard await leave(old) else { return nil }
    viewModel.shownItem = item.id
    return startChild(item.make(), .on(columns.secondary)) { [viewModel] _ in
      viewModel.shownItem = nil
    }
  }

  private func signIn(_ beginning: SignInCoordinator.Beginning) async {
    let flow = SignInCoordinator(beginning, services: services) { [viewModel] result in
      viewModel.result = .signedIn(result)
    }
    _ = await run(flow, .present)
  }

  private func edit(_ account: Account) async {
    let form = EditAccountCoordinator(account, services: services)
    if await run(form, .present).value != nil { viewModel.result = .saved }
  }

  private func changePassword(of account: Account) async {
    let form = ChangePasswordCoordinator(account, services: services)
    if await run(form, .present).value != nil { viewModel.result = .passwordChanged }
  }

  private func moveGuest(to account: Account) async {
    do throws(StorageError) {
      let summary = try await services.moveSummary(to: account.id)
      let question = AlertCoordinator(moving: summary, to: account)
      if summary.moved.isEmpty {
        // Another window has moved or deleted it meanwhile.
        viewModel.result = .nothingToMove
      } else if await run(question, .present).value == MoveGuestQuestion.yes {
        let done = try await services.moveGuest(to: account.id)
        viewModel.result = done.moved.isEmpty ? .nothingToMove : .guestMoved(done)
      }
    } catch { viewModel.problem = .storage(error) }
    await viewModel.load()
  }

  private func signOut(of account: Account) async {
    let question = AlertCoordinator(
      title: SignOutQuestion.title, message: SignOutQuestion.message,
      buttons: SignOutQuestion.buttons)
    // Locks are asked first, so that nothing is asked after the final answer.
    guard await unlockEverything(), await run(question, .present).value == SignOutQuestion.yes
    else {
      return
    }
    do throws(AuthError) {
      try await services.accounts.endSession(of: account.id)
      // Closes all screens of the account, including this coordinator's.
      services.session.end(account.id)
    } catch { viewModel.problem = error }
  }

  private func eraseGuest() async {
    // All screens will close, so locks are asked first.
    guard await unlockEverything() else { return }
    do throws(StorageError) {
      let moves = services.guestMoves?.known
      let question = AlertCoordinator(
        erasing: try await services.summary(of: .guest),
        offersBackups: services.eraseBackups != nil, staying: services.stayingText())
      guard let answer = await run(question, .present).value,
        [EraseGuestQuestion.yes, EraseGuestQuestion.withBackups].contains(answer)
      else { return }
      if try await services.findMovedGuest() { context.notices.post(AuthText.guestMoved) }
      let wasMoved = try await services.wasGuestMoved(since: moves)
      let left = try await services.eraseGuest(
        withBackups: answer == EraseGuestQuestion.withBackups)
      if !wasMoved { context.notices.post(AuthText.guestDeleted) }
      if let left { context.notices.post(AuthText.backupsLeft(left)) }
      // Closes all screens of the guest, including this coordinator's.
      services.session.restartGuest()
    } catch { viewModel.problem = .storage(error) }
  }
}

extension AccountCoordinator: AccountScreenDelegate {
  func accountScreen(_ screen: AccountScreen, didChoose item: AccountItem) async {
    await show(item)
  }

  func accountScreen(_ screen: AccountScreen, wants request: AccountScreen.Request) async {
    let account = viewModel.account
    switch request {
    case .signIn: await signIn(.signIn(.wish))
    case .create: await signIn(.createAccount)
    case .edit: if let account { await edit(account) }
    case .changePassword: if let account { await changePassword(of: account) }
    case .moveGuest: if let account { await moveGuest(to: account) }
    case .signOut: if let account { await signOut(of: account) }
    case .delete:
      guard let account else { return await eraseGuest() }
      _ = await run(DeleteAccountCoordinator(account, services: services), .present)
    }
  }
}

extension AccountCoordinator: PlaceCoordinator {
  func show(_ route: Route) async -> RouteAnswer {
    guard let item = item(route) else { return .noPage }
    guard let flow = await show(item) else { return .refused(PageRefusal.keptOpen) }
    if route == .accountItem(item.id) { return .shown }
    // A route with more parameters leads to a place within the item's flow.
    guard flow.isRunning, let flow = flow as? any PlaceCoordinator else { return .noPage }
    return await flow.show(route)
  }

  func check(_ route: Route) async -> RouteAnswer {
    item(route) == nil ? .noPage : .shown
  }

  private func item(_ route: Route) -> AccountItem? {
    let page = Route(
      route.name, version: route.version, parameters: route.parameters.filter { $0.key == "id" })
    return viewModel.items.first { .accountItem($0.id) == page }
  }
}
