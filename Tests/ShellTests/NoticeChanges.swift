import Services

@testable import Core
@testable import Shell

/// Screens with notices, and the changes between them.
protocol NoticeChanges {}

extension NoticeChanges {
  var failed: Notice { Notice("The disk is full.", tone: .problem) }

  func screen(_ notice: Notice?, entry: Int = 1) -> Snapshot {
    var snapshot = Snapshot.screen(ScreenContent(title: "Book", notice: notice))
    snapshot.entries = [NavigationTree.EntryID(number: entry)]
    return snapshot
  }

  /// A list with a notice, beside a book.
  func split(_ notice: Notice?, book: Int) -> Snapshot {
    var snapshot = Snapshot.split(
      ScreenContent(title: "Shelf", notice: notice), ScreenContent(title: "Book"))
    snapshot.entries = [1, book].map { NavigationTree.EntryID(number: $0) }
    return snapshot
  }

  /// - Parameter awaits: whether an action of the first screen awaits a flow after the command.
  func change(
    by command: Command, _ before: Snapshot, _ after: Snapshot, awaits: Bool = false
  ) -> ScreenChange {
    ScreenChange(
      action: command.action, entry: command.entry(in: before.entries), before: before,
      after: after, waiting: awaits ? [NavigationTree.EntryID(number: 1)] : [])
  }

  func perform(_ action: Action.ID) -> Command { .perform(action, .none, pane: 0) }
}
