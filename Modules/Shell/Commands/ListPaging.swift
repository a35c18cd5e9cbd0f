import Core
import Services

/// The actions by which every screen loads more of its lists.
enum ListPaging {
  /// The action that loads more of a screen's list.
  static let more: Action.ID = "more"

  /// Whether an action loads more of one of a screen's lists, such as `more-own`.
  static func loadsMore(_ action: Action.ID) -> Bool {
    action == more || action.rawValue.hasPrefix("\(more.rawValue)-")
  }
}

extension ScreenContent {
  /// Whether the screen's list has rows that are not loaded.
  var hasMoreRows: Bool {
    action(ListPaging.more).map { $0.isEnabled && !$0.takesInput } ?? false
  }
}
