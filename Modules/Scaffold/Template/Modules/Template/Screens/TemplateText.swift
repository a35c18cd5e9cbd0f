import Core
import Services

/// The texts of the feature.
enum TemplateText {
  static let title = "Template"
  /// A summary of an owner's data, before it is moved or deleted.
  static let summary = "a list of your own"

  /// Why a link to an unknown page is refused.
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
