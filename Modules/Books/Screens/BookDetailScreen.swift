import Core

/// One book: what it is, and what the reader made of it.
final class BookDetailScreen: Screen {
  /// What the screen asks its coordinator for.
  struct Requests {
    var onAuthor: (String) -> Void
    var onSubject: (String) -> Void
    var onChooseShelf: (LibraryEntry) async -> Void
    var onEdit: (LibraryEntry) async -> Void
    var onCorrect: (LibraryEntry) async -> Void
  }

  private let viewModel: BookDetailViewModel
  private let requests: Requests
  private var sections = Memo<BookDetailSections, [ContentSection]>()

  init(_ viewModel: BookDetailViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    guard let book = viewModel.book else {
      return ScreenContent(title: "Book", status: status, actions: retry)
    }
    return ScreenContent(
      title: book.title, subtitle: book.alternativeTitle, status: status, notice: notice,
      sections: sections.value(for: BookDetailSections(viewModel, book)) { $0.sections },
      actions: actions)
  }

  private var status: ContentStatus {
    switch viewModel.phase {
    case .waiting, .loading: .loading(nil)
    case .ready: .idle
    case .failed(let error): BooksText.status(error)
    }
  }

  private var notice: Notice? {
    switch viewModel.result {
    case nil: nil
    case .done(let kind): BooksText.notice(kind, pages: viewModel.book?.pages)
    case .undone: Notice("Undone.")
    case .problem(let problem): BooksText.notice(problem)
    }
  }

  private var retry: [Action] {
    if case .failed(let error) = viewModel.phase, error != .notFound {
      return [Action("retry", title: "Try again", role: .primary)]
    }
    return []
  }

  private var actions: [Action] {
    let entry = viewModel.entry
    var actions = retry
    for (id, title, shelf) in Self.moves where entry?.standardShelf != shelf {
      actions.append(Action(id, title: title, role: entry == nil ? .primary : .normal))
    }
    actions.append(Action("shelve", title: "Choose a shelf…"))
    actions.append(
      Action(
        "rate", title: "Rate",
        input: Field(
          "rating", label: "Rating", kind: .choice(EntryFormScreen.ratings),
          value: .choice(Identifier(entry?.rating.map(String.init) ?? "none")))))
    actions.append(
      Action(
        "progress", title: "Update progress",
        input: Field(
          "progress", label: "Progress", kind: .text, placeholder: "120, 120/300 or 40%")))
    actions.append(Action("edit", title: "Edit dates, notes and review…"))
    if entry != nil {
      actions.append(Action("correct", title: "Correct the book…"))
      actions.append(Action("remove", title: "Remove from library", role: .destructive))
    }
    if viewModel.canUndo { actions.append(Action("undo", title: "Undo")) }
    return actions
  }

  private static let moves: [(Action.ID, String, Shelf.ID)] = [
    ("want", "Want to read", .wantToRead), ("start", "Start reading", .reading),
    ("finish", "Mark as read", .read),
  ]

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)): select(row)
    case ("rate", .value(.choice(let rating))): await viewModel.rate(Int(rating.rawValue))
    case ("progress", .value(.text(let text))): await viewModel.note(text)
    case ("remove", _): await viewModel.remove()
    case ("undo", _): await viewModel.undo()
    case ("retry", _): await viewModel.load()
    case ("shelve", _): if let entry { await requests.onChooseShelf(entry) }
    case ("edit", _): if let entry { await requests.onEdit(entry) }
    case ("correct", _): if let entry { await requests.onCorrect(entry) }
    default:
      if let move = Self.moves.first(where: { $0.0 == action }) {
        await viewModel.put(on: Shelf(id: move.2, name: ""))
      }
    }
  }

  private var entry: LibraryEntry? { viewModel.entryToChange() }

  private func select(_ row: Row.ID) {
    if let key = row.suffix(after: "author:") { requests.onAuthor(key) }
    if let subject = row.suffix(after: "subject:") { requests.onSubject(subject) }
  }
}
