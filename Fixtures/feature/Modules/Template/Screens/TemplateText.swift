import Core
import Services

/// What the feature says to people.
enum TemplateText {
  static let title = "Template"
  /// What an owner is told of when their things are moved or erased.
  static let summary = "a list of your own"

  static func notice(_ problem: TemplateViewModel.Problem) -> Notice {
    switch problem {
    case .storage(let error): Notice("The list was not changed: \(error)", tone: .problem)
    case .isFull:
      Notice(
        "The list is full at \(TemplateItem.maximumCount) things. Take one off to add another.",
        tone: .problem)
    }
  }
}
