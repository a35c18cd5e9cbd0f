import Accounts
import Services
import Core

/// The delegate of an ``AccountScreen``.
@MainActor protocol AccountScreenDelegate: AnyObject {
  /// The user opens another feature's item.
  func accountScreen(_ screen: AccountScreen, didChoose item: AccountItem) async
  /// The user chose an account action.
  func accountScreen(_ screen: AccountScreen, wants request: AccountScreen.Request) async
}

/// The user, the account actions, and the items of other features.
final class AccountScreen: ModelScreen {
  /// An account action.
  enum Request: String {
    case signIn = "sign-in"
    case create
    case edit
    case changePassword = "password"
    case moveGuest = "move"
    case signOut = "sign-out"
    case delete
  }

  private(set) weak var delegate: (any AccountScreenDelegate)?
  let viewModel: AccountViewModel

  init(_ viewModel: AccountViewModel, delegate: any AccountScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var content: ScreenContent {
    ScreenContent(
      title: viewModel.account?.name ?? "Guest",
      subtitle: viewModel.account?.email.text
        ?? "Your data is stored on this machine. An account keeps it under your name.",
      notice: notice, sections: items, actions: actions.map(\.action))
  }

  private var items: [ContentSection] {
    var headings: [String?] = [nil]
    for item in viewModel.items where !headings.contains(item.heading) {
      headings.append(item.heading)
    }
    return headings.compactMap { heading in
      let rows = viewModel.items.filter { $0.heading == heading }.map(row)
      if rows.isEmpty { return nil }
      let id = heading.map { Identifier<ContentSection>("items:\($0)") } ?? "items"
      return ContentSection(id, title: heading, .rows(rows))
    }
  }

  private func row(_ item: AccountItem) -> Row {
    Row(
      Row.ID(item.id.rawValue), title: item.title, detail: item.detail(),
      isSelected: item.id == viewModel.shownItem)
  }

  private var notice: Notice? {
    if let problem = viewModel.problem { return AuthText.notice(problem) }
    return switch viewModel.result {
    case nil: AuthText.notice(viewModel.loadProblem)
    case .signedIn(let result): AuthText.notice(result)
    case .saved: Notice("Saved.")
    case .passwordChanged: Notice("Password changed.")
    case .guestMoved(let summary): Notice(AuthText.moved(summary))
    case .nothingToMove: AuthText.nothingToMove
    }
  }

  var actions: [ScreenAction] {
    guard viewModel.account != nil else {
      return [
        action(.signIn, "Sign in…", .primary), action(.create, "Create an account…"),
        action(.delete, "Delete what you keep as a guest…", .destructive),
      ]
    }
    var actions = [
      action(.edit, "Edit name and e-mail…"), action(.changePassword, "Change password…"),
    ]
    if !viewModel.guestSummary.isEmpty {
      actions.append(
        action(.moveGuest, "Move \(AuthText.list(viewModel.guestSummary)) from the guest…"))
    }
    return actions + [
      action(.signOut, "Sign out"), action(.delete, "Delete account…", .destructive),
    ]
  }

  private func action(
    _ request: Request, _ title: String, _ role: Action.Role = .normal
  ) -> ScreenAction {
    ScreenAction(Identifier(request.rawValue), title: title, role: role) { [self] in
      viewModel.result = nil
      viewModel.problem = nil
      await delegate?.accountScreen(self, wants: request)
    }
  }

  func appeared() -> AppearanceWork? { viewModel.load }

  func select(_ row: Row.ID) async {
    guard let item = viewModel.items.first(where: { $0.id.rawValue == row.rawValue }) else {
      return
    }
    viewModel.result = nil
    viewModel.problem = nil
    await delegate?.accountScreen(self, didChoose: item)
  }
}
