import Core
import Services

/// The texts of the feature.
enum TemplateText {
  static let title = "Template"
  static let empty = "Nothing here yet. Use add to begin the list."
  static let newItem = "New item"
  static let editItem = "Edit item"
  static let name = "Name"
  static let note = "Note"
  static let address = "Address of the list"
  static let longNote = "Enter at most \(TemplateItem.maximumNoteLength) characters."
  static let saved = Notice("Saved.")
  static let removedElsewhere = Notice(
    "Another window has removed this item. Save again to put it back.", tone: .problem)

  // Actions.
  static let add = "Add an item…"
  static let edit = "Edit…"
  static let save = "Save"
  static let load = "Load a list from the web…"
  static let remove = "Remove from the list"
  static let retry = "Try again"
  static func undo(_ item: TemplateItem) -> String { "Put “\(item.name)” back" }

  /// A summary of an owner's data, before it is moved or deleted.
  static func summary(count: Int) -> String { "\(items(count)) in \(title)" }

  /// The problem of a field that another window has changed to this value.
  static func conflict(_ value: String) -> String {
    let now = quoted(value) ?? "empty"
    return "Another window has changed this. It is now \(now). Save again to replace it."
  }

  /// The first line of a text in quotation marks, at most 60 characters of it; nil for an empty text.
  private static func quoted(_ text: String) -> String? {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return nil }
    let beginning = line.prefix(60)
    return "“\(beginning)\(beginning.endIndex == text.endIndex ? "" : "…")”"
  }

  private static func items(_ count: Int) -> String { "\(count) \(count == 1 ? "item" : "items")" }

  static func notice(_ result: TemplateResult) -> Notice {
    switch result {
    case .added(let item): Notice("Added “\(item.name)”.")
    case .removed(let item): Notice("Removed “\(item.name)”. Use undo to put it back.")
    case .restored(let item): Notice("“\(item.name)” is back on the list.")
    case .loaded(0): Notice("That list is empty. Nothing was added.")
    case .loaded(let count): Notice("Added \(items(count)).")
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
      "This item is no longer on your list. Go back to the list."
    case .source(let error): message(error)
    case .noRoom(let count, let room):
      "Nothing was added: that list has \(items(count)), and yours has room for \(room)."
        + " Remove some to load it."
    }
  }

  private static func message(_ error: TemplateSourceError) -> String {
    switch error {
    case .address: "Enter an address on the web, such as https://example.org/list.json."
    case .offline: "No complete answer. Check the address and the network, then try again."
    case .noTransport(let why): "The server can't be reached: \(why)."
    case .proxy(let why): "The server can't be reached: the proxy does not work (\(why))."
    case .insecure: "The connection to this server isn't secure. Nothing was added."
    case .refused(let status):
      "The server answered with status \(status). Check the address, or try again later."
    case .tooLarge:
      "That list is too long. Use one of at most \(TemplateItem.maximumCount) items and 1 MB."
    case .unreadable:
      "This is not a list. It must be JSON: a name for each item, and a note if you like."
    case .cancelled: "Cancelled. Nothing was added."
    }
  }

  static func message(_ problem: ReadableName.Problem) -> String {
    switch problem {
    case .empty: "Enter a name."
    case .tooLong: "Enter at most \(TemplateItem.maximumNameLength) characters."
    case .unprintable, .invisible: "Use visible characters only."
    }
  }
}

extension TemplateRefusal {
  var text: String {
    switch self {
    case .noItem: "the item is not on your list"
    case .storage(let error): error.description
    }
  }
}
