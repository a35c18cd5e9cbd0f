import Core
import Services

/// What the feature says to people.
enum TemplateText {
  static let title = "Template"
  /// What an owner is told of when their things are moved or erased.
  static let summary = "a list of your own"

  /// Why a link to another page is not followed.
  static let noPage = "the app has no such page"

  static func notice(_ problem: TemplateViewModel.Problem) -> Notice {
    switch problem {
    case .storage(let error): Notice("The list was not changed: \(error)", tone: .problem)
    case .isFull:
      Notice(
        "The list is full at \(TemplateItem.maximumCount) things. Remove one to add another.",
        tone: .problem)
    }
  }
}
