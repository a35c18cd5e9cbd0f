import Catalogue
import Services
import Core

/// One book: what it is, and what the reader made of it.
final class BookDetailScreen: Screen {
  /// In which order the screen says things.
  enum Arrangement {
    /// The book first, and everything there is of it.
    case usual
    /// What the reader made of the book first; what is long is folded away.
    case compact
  }

  /// What the screen asks its coordinator for.
  struct Requests {
    var onAuthor: (String) -> Void
    var onSubject: (String) -> Void
    var onRate: (Int?) async -> Void
    var onChooseShelf: (LibraryEntry) async -> Void
    var onEdit: (LibraryEntry) async -> Void
    var onCorrect: (LibraryEntry) async -> Void
  }

  private let viewModel: BookDetailViewModel
  private let arrangement: Arrangement
  private let requests: Requests
  private var bookParts = Memo<BookSections, (before: [ContentSection], after: [ContentSection])>()
  private var entrySections = Memo<EntrySections, [ContentSection]>()

  init(_ viewModel: BookDetailViewModel, _ arrangement: Arrangement, _ requests: Requests) {
    self.viewModel = viewModel
    self.arrangement = arrangement
    self.requests = requests
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    let entry = viewModel.entry
    guard let book = entry?.book ?? viewModel.book else {
      return ScreenContent(
        title: "Book", status: status(nil), notice: notice(nil), actions: retry + undo)
    }
    return ScreenContent(
      title: book.title, subtitle: book.alternativeTitle, status: status(book),
      notice: notice(book),
      sections: sections(book, entry), actions: actions(entry))
  }

  private func sections(_ book: BookCopy, _ entry: LibraryEntry?) -> [ContentSection] {
    let source = BookSections(
      book: book, summary: viewModel.detail?.summary, arrangement: arrangement,
      isUnfolded: viewModel.isUnfolded)
    let parts = bookParts.value(for: source) { $0.parts }
    guard let entry else { return parts.before + parts.after }
    let mine = EntrySections(entry: entry, shelves: viewModel.shelves)
    return parts.before + entrySections.value(for: mine) { $0.sections } + parts.after
  }

  private func status(_ book: BookCopy?) -> ContentStatus {
    switch viewModel.phase {
    case .waiting, .loading: .loading(nil)
    case .ready where book == nil:
      .empty(message: "This book is not in your library.")
    case .ready: .idle
    case .failed(let error): BooksText.status(error)
    }
  }

  private func notice(_ book: BookCopy?) -> Notice? {
    switch viewModel.result {
    case nil: nil
    case .done(let kind): BooksText.notice(kind, pages: book?.pages)
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

  private var undo: [Action] {
    viewModel.canUndo ? [Action("undo", title: "Undo")] : []
  }

  private var fold: [Action] {
    guard arrangement == .compact else { return [] }
    return viewModel.isUnfolded
      ? [Action("less", title: "Show less")] : [Action("more", title: "More about the book")]
  }

  private func actions(_ entry: LibraryEntry?) -> [Action] {
    let shelf = entry?.standardShelf
    var actions = retry
    // Of the ten that there are, most are offered.
    actions.reserveCapacity(12)
    for (id, title, target) in Self.moves where shelf != target.id {
      actions.append(Action(id, title: title, role: entry == nil ? .primary : .normal))
    }
    actions.append(Self.shelve)
    actions.append(
      Action(
        "rate", title: "Rate",
        input: Field(
          "rating", label: "Rating", kind: .choice(EntryFormScreen.ratings),
          value: .choice(Identifier(entry?.rating.map(String.init) ?? "none")))))
    actions.append(Self.progress)
    actions.append(Self.notes)
    if entry != nil {
      actions.append(Self.edit)
      actions.append(Self.remove)
    }
    actions += fold
    actions += undo
    return actions
  }

  private static let moves: [(Action.ID, String, Shelf)] = [
    ("want", "Want to read", .wantToRead), ("start", "Start reading", .reading),
    ("finish", "Mark as read", .read),
  ]
  private static let shelve = Action("shelve", title: "Choose a shelf…")
  private static let progress = Action(
    "progress", title: "Update progress",
    input: Field("progress", label: "Progress", kind: .text, placeholder: "120, 120/300 or 40%"))
  private static let notes = Action("notes", title: "Dates, notes and review…")
  private static let edit = Action("edit-book", title: "Edit book…")
  private static let remove = Action("remove", title: "Remove from library", role: .destructive)

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)): select(row)
    case ("rate", .value(.choice(let rating))): await requests.onRate(Int(rating.rawValue))
    case ("progress", .value(.text(let text))): await viewModel.note(text)
    case ("remove", _): await viewModel.remove()
    case ("undo", _): await viewModel.undo()
    case ("retry", _): await viewModel.load()
    case ("more", _): viewModel.isUnfolded = true
    case ("less", _): viewModel.isUnfolded = false
    case ("shelve", _): if let entry { await requests.onChooseShelf(entry) }
    case ("notes", _): if let entry { await requests.onEdit(entry) }
    case ("edit-book", _): if let entry { await requests.onCorrect(entry) }
    default:
      if let move = Self.moves.first(where: { $0.0 == action }) {
        await viewModel.put(on: move.2, viewModel.entryToChange())
      }
    }
  }

  private var entry: LibraryEntry? { viewModel.entryToChange() }

  private func select(_ row: Row.ID) {
    switch BookRow(row) {
    case .author(let key): requests.onAuthor(key)
    case .subject(let subject): requests.onSubject(subject)
    default: break
    }
  }
}
