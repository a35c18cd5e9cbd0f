import Core
import Services

// Texts and actions of undo and redo.
extension BooksText {
  /// The notice of an undone or redone change.
  static func stepped(_ direction: UndoDirection, _ change: LibraryChange) -> Notice {
    Notice("\(done(direction)): \(phrase(change)).")
  }

  /// The notice with the book's title, for a list of books and the page of another book.
  static func steppedInList(_ direction: UndoDirection, _ change: LibraryChange) -> Notice {
    guard let book = change.single else { return stepped(direction, change) }
    return Notice("\(done(direction)) for “\(book.title)”: \(phrase(change)).")
  }

  /// The title of the action that undoes or redoes a change.
  static func title(_ direction: UndoDirection, _ change: LibraryChange?) -> String {
    switch direction {
    case .undo: change?.single.map { "Undo the last change to \($0.title)" } ?? "Undo"
    case .redo: change?.single.map { "Redo the change to \($0.title)" } ?? "Redo"
    }
  }

  static func message(_ problem: UndoProblem) -> String {
    switch problem {
    case .storage(let error): error.description
    case .nothing(.undo): "Nothing to undo."
    case .nothing(.redo): "Nothing to redo."
    case .refused(let direction, let conflict):
      "Not \(done(direction).lowercased()): \(reason(conflict))"
    }
  }

  private static func done(_ direction: UndoDirection) -> String {
    direction == .undo ? "Undone" : "Redone"
  }

  private static func reason(_ conflict: UndoProblem.Conflict) -> String {
    switch conflict {
    case .changed(let title):
      "“\(title)” has changed since, in another window or by an import."
    case .missing(let title): "“\(title)” is no longer in your library."
    case .present(let title): "“\(title)” is in your library again."
    case .shelf(let name): "the shelf “\(name)” has changed since."
    case .shelfName(let name): "another shelf is named “\(name)” now."
    case .beyondFree(let name):
      "with “\(name)” you would have more than \(freeCount), which need a membership."
    case .unreadable: "the saved change can't be read."
    }
  }
}

extension ScreenAction {
  /// The action that undoes or redoes a change.
  static func step(
    _ direction: UndoDirection, _ change: LibraryChange? = nil,
    perform: @escaping @MainActor (UndoDirection) async -> Void
  ) -> ScreenAction {
    ScreenAction(
      direction == .undo ? "undo" : "redo", title: BooksText.title(direction, change)
    ) { await perform(direction) }
  }
}

extension [ScreenAction] {
  /// The actions that undo and redo the next changes.
  @MainActor static func steps(
    _ changes: UndoState, perform: @escaping @MainActor (UndoDirection) async -> Void
  ) -> [ScreenAction] {
    let undo = changes.undo.map { ScreenAction.step(.undo, $0, perform: perform) }
    let redo = changes.redo.map { ScreenAction.step(.redo, $0, perform: perform) }
    return [undo, redo].compactMap(\.self)
  }
}
