import Accounts
import Services
import Core
import Foundation
import TestKit

@testable import Membership

/// The tab, which sells memberships and shows the member's page.
final class HomeCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let feature: MembershipFeature
  private let onOutcome: (Outcome<Void>) -> Void

  init(_ feature: MembershipFeature, onOutcome: @escaping (Outcome<Void>) -> Void) {
    self.feature = feature
    self.onOutcome = onOutcome
    super.init(name: "home")
  }

  override func start() {
    push(
      HomeScreen(
        detail: { [feature] in [feature.feature].contributions(of: AccountItem.self).first?.detail()
        },
        isSignedIn: { [owner = context.owner] in owner.isSignedIn },
        onAction: { [weak self] in await self?.perform($0) }))
  }

  private func perform(_ action: Action.ID) async {
    switch action {
    case "page": _ = await show(.accountItem("membership"))
    case "push": await buy(.push)
    case "enter": _ = await run(SignInCoordinator(context.currentOwner), .present)
    case "leave": context.owner.signOut()
    default: await buy(.present)
    }
  }

  func buy(_ placement: Placement) async {
    onOutcome(await run(feature.buy(), placement))
  }

  func show(_ route: Route) async -> RouteAnswer {
    let item = [feature.feature].contributions(of: AccountItem.self).first
    guard let item, route.parameters["id"] == item.id.rawValue else { return .noPage }
    let flow = startChild(item.make())
    if route == .accountItem(item.id) { return .shown }
    return await (flow as? any PlaceCoordinator)?.show(route) ?? .noPage
  }
}

final class HomeScreen: Screen {
  private let detail: () -> String?
  private let isSignedIn: () -> Bool
  private let onAction: (Action.ID) async -> Void

  init(
    detail: @escaping () -> String?, isSignedIn: @escaping () -> Bool,
    onAction: @escaping (Action.ID) async -> Void
  ) {
    self.detail = detail
    self.isSignedIn = isSignedIn
    self.onAction = onAction
  }

  var content: ScreenContent {
    let actions = [
      Action("buy", title: "Buy"), Action("push", title: "Buy here"), Action("page", title: "Page"),
    ]
    return ScreenContent(
      title: "Home", subtitle: detail(),
      actions: actions
        + [isSignedIn() ? Action("leave", title: "Sign out") : Action("enter", title: "Sign in")])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    await onAction(action)
  }
}

/// Signs an account in with one action.
final class SignInCoordinator: Coordinator<Void> {
  private let owner: CurrentOwner

  init(_ owner: CurrentOwner) {
    self.owner = owner
    super.init()
  }

  override func start() {
    push(
      SignInScreen { [weak self] account in
        guard let self else { return }
        await owner.signIn(account, expires: nil)
        finish(())
      })
  }
}

final class SignInScreen: Screen {
  private let onAccount: (Identifier<Owner>) async -> Void

  init(_ onAccount: @escaping (Identifier<Owner>) async -> Void) {
    self.onAccount = onAccount
  }

  let content = ScreenContent(
    title: "Sign in", actions: [Action("ada", title: "Ada"), Action("bo", title: "Bo")])

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    await onAccount(Identifier(action.rawValue))
  }
}
