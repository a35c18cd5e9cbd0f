import Core
import Services

/// The texts of the feature.
enum TemplateText {
  static let title = "Template"
  static let empty = "Nothing here yet. Use add to begin the list."
  static let (newItem, editItem) = ("New item", "Edit item")
  static let (name, note) = ("Name", "Note")

  // Actions.
  static let (add, edit, save) = ("Add an item", "Edit", "Save")
  static let remove = "Remove from the list"
  static func undo(_ item: TemplateItem) -> String { "Put “\(item.name)” back" }

  // Why a link is refused.
  static let noPage = "the app has no such page"
  static let noItem = "the item is not in your list"
  static func reason(_ error: StorageError) -> String { "the list can't be read: \(error)" }

  /// A summary of an owner's data, before it is moved or deleted.
  static func summary(count: Int) -> String {
    "\(count) \(count == 1 ? "item" : "items") in \(title)"
  }

  static func notice(_ result: TemplateViewModel.Result) -> Notice {
    switch result {
    case .added(let item): Notice("Added “\(item.name)”.")
    case .removed(let item): Notice("Removed “\(item.name)”. Use undo to put it back.")
    case .restored(let item): Notice("Put “\(item.name)” back.")
    }
  }

  static func notice(_ problem: TemplateProblem) -> Notice {
    Notice(message(problem), tone: .problem)
  }

  static func message(_ problem: TemplateProblem) -> String {
    switch problem {
    case .storage(let error): error.description
    case .isFull:
      "The list is full at \(TemplateItem.maximumCount) items. Remove one to add another."
    case .isGone:
      "This item was removed in another window. Go back to the list."
    }
  }

  static func message(_ problem: ReadableName.Problem) -> String {
    switch problem {
    case .empty: "Enter a name."
    case .tooLong: "Enter at most \(TemplateItem.maximumNameLength) characters."
    case .unprintable, .invisible: "Use visible characters only."
    }
  }

  static func message(_ problem: TemplateFormViewModel.NoteProblem) -> String {
    switch problem {
    case .tooLong: "Enter at most \(TemplateItem.maximumNoteLength) characters."
    }
  }
}
