import Core

/// The actions by which every screen loads more of its lists.
enum ListPaging {
  /// The action that loads more of a screen's list.
  static let more: Action.ID = "more"

  /// Whether an action loads more of one of a screen's lists, such as `more-own`.
  static func loadsMore(_ action: Action.ID) -> Bool {
    action == more || action.rawValue.hasPrefix("\(more.rawValue)-")
  }
}
