// Needs: Books

import TestKit
import Services
import Accounts
@testable import Core
import Testing

/// A way to end a running request.
enum Ending: CaseIterable {
  case answer, back, close, link, cancelledTask, otherTab, endedParent, rootSwitch, quit
  case signedOut, expired

  /// Ends the running request.
  ///
  /// - Parameters:
  ///   - tab: the tab in which it began.
  ///   - link: a link to another screen.
  @MainActor func end(_ session: AppSession, on tab: TabID, by link: DeepLink) async {
    switch self {
    case .answer: break
    case .back: await session.back()
    case .close: await session.close()
    case .link: await session.open(link)
    case .cancelledTask: #expect(session.activity.cancelNewestAction())
    case .otherTab: await session.select(tab: "shelves")
    case .endedParent: Self.endParent(session)
    case .rootSwitch:
      let coordinator = session.root.tabCoordinator(tab)
      guard let coordinator, let first = coordinator.navigator.entries.first else { break }
      coordinator.replace(first.id, with: OtherScreen())
    case .quit: _ = await session.quit()
    case .signedOut: session.context.owner.signOut()
    case .expired:
      if !session.context.owner.isSignedIn {
        session.context.currentOwner.restore("somebody", expires: nil)
      }
      session.context.owner.expire()
    }
    await session.settle()
  }

  /// Stops the parent of the visible screen's coordinator: the app for a tab's first coordinator.
  @MainActor private static func endParent(_ session: AppSession) {
    guard let entry = session.navigation.tree.visible.last,
      let owner = session.navigation.owner(of: entry),
      let parent = owner.parent
    else {
      Issue.record("Nothing is shown.")
      return
    }
    // A tab's first coordinator does not end.
    let isTab = parent.parent != nil && parent.parent?.parent == nil
    if isTab { owner.stop() } else { parent.stop() }
  }
}

/// A replacement of a tab's first screen.
private final class OtherScreen: Screen {
  let content = ScreenContent(title: "Other")
  func perform(_ action: Action.ID, _ input: ActionInput) async {}
}
