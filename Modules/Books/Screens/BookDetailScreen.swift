import Catalogue
import Services
import Core

/// A book with the reader's own data.
final class BookDetailScreen: ModelScreen {
  /// The order of the sections; each but the usual one is a variant of an experiment.
  enum Arrangement: String {
    /// The book first, with all details.
    case usual
    /// The reader's data first; long parts are folded.
    case ownFirst = "own-first"
  }

  /// The screen's requests to its coordinator.
  struct Requests {
    let onAuthor: (String) -> Void
    let onSubject: (String) -> Void
    let onChooseShelf: (LibraryEntry) async -> Void
    let onEdition: (CatalogueReference, LibraryEntry) async -> Void
    let onEdit: (LibraryEntry) async -> Void
    let onCorrect: (LibraryEntry) async -> Void
    let onRemove: (LibraryEntry) async -> Void
  }

  let viewModel: BookDetailViewModel
  private let arrangement: Arrangement
  private let requests: Requests

  init(_ viewModel: BookDetailViewModel, _ arrangement: Arrangement, _ requests: Requests) {
    self.viewModel = viewModel
    self.arrangement = arrangement
    self.requests = requests
  }

  var content: ScreenContent {
    let entry = viewModel.entry
    guard let book = viewModel.book else {
      return ScreenContent(
        title: "Book", status: status(nil), notice: notice, actions: actions.map(\.action))
    }
    return ScreenContent(
      title: book.title, subtitle: book.alternativeTitle, status: status(book),
      notice: notice,
      sections: sections(book, entry), actions: actions.map(\.action))
  }

  private func sections(_ book: BookCopy, _ entry: LibraryEntry?) -> [ContentSection] {
    let (before, after) =
      BookSections(
        book: book, summary: viewModel.detail?.summary, arrangement: arrangement,
        isUnfolded: viewModel.isUnfolded
      ).parts
    let origin = BooksText.origin(viewModel.detail?.origin, isRefreshing: viewModel.isRefreshing)
    let entries = entry.map { EntrySections(entry: $0, shelves: viewModel.shelves).sections } ?? []
    return before + entries + after + origin
  }

  private func status(_ book: BookCopy?) -> ContentStatus {
    switch viewModel.phase {
    case .waiting, .loading: .loading(nil)
    case .ready where book == nil, .failed(.notFound) where viewModel.isMissing:
      .empty(message: "This book is not in your library.")
    case .failed(.notFound) where viewModel.isLibraryUnavailable:
      .failed(message: "Your library could not be read.", retry: "retry")
    case .ready: .idle
    case .failed(let error): BooksText.status(error)
    }
  }

  private var notice: Notice? {
    switch viewModel.result {
    case nil: nil
    case .done(let kind, let change):
      BooksText.notice(kind, change, pages: viewModel.entry?.book.pages)
    case .stepped(let direction, let change, isOfThisPage: true):
      BooksText.stepped(direction, change)
    case .stepped(let direction, let change, isOfThisPage: false):
      BooksText.steppedInList(direction, change)
    case .already(let shelf): Notice("Already on “\(BooksText.title(shelf))”.")
    case .problem(let problem): BooksText.notice(problem)
    }
  }

  var actions: [ScreenAction] {
    var actions = retry
    if let entry = viewModel.entry {
      actions += moves(from: entry.standardShelf)
      actions += changes(entry.rating)
      actions += entryActions(entry)
      actions += fold
    } else if viewModel.book != nil {
      actions += moves(role: .primary)
      actions += changes()
      actions += fold
    }
    actions += undo
    return actions
  }

  private var retry: [ScreenAction] {
    if case .failed(let error) = viewModel.phase,
      error != .notFound || viewModel.isLibraryUnavailable
    {
      return [
        ScreenAction("retry", title: "Try again", role: .primary) { [viewModel] in
          viewModel.result = nil
          await viewModel.load()
        }
      ]
    }
    return []
  }

  private var undo: [ScreenAction] {
    [(viewModel.canUndo, UndoDirection.undo), (viewModel.canRedo, .redo)].compactMap {
      $0 ? .step($1, perform: viewModel.step) : nil
    }
  }

  private var fold: [ScreenAction] {
    guard arrangement == .ownFirst else { return [] }
    let isUnfolded = viewModel.isUnfolded
    return [
      ScreenAction(
        isUnfolded ? "less" : "more", title: isUnfolded ? "Show less" : "More about the book"
      ) { [viewModel] in
        viewModel.result = nil
        viewModel.isUnfolded = !isUnfolded
      }
    ]
  }

  /// Puts the book on another standard shelf.
  private func moves(
    from shelf: Shelf.ID? = nil, role: Action.Role = .normal
  ) -> [ScreenAction] {
    [
      shelf == .wantToRead ? nil : move("want", "Want to read", to: .wantToRead, role),
      shelf == .reading ? nil : move("start", "Start reading", to: .reading, role),
      shelf == .read ? nil : move("finish", "Mark as read", to: .read, role),
    ].compactMap(\.self)
  }

  private func move(
    _ id: Action.ID, _ title: String, to shelf: Shelf, _ role: Action.Role
  ) -> ScreenAction {
    ScreenAction(id, title: title, role: role) { [viewModel] in
      await viewModel.put(on: shelf, viewModel.entryToChange())
    }
  }

  /// The actions that add a book to the library.
  private func changes(_ rating: Rating? = nil) -> [ScreenAction] {
    let stars = Field(
      "rating", label: "Rating", kind: .choice(EntryFormScreen.ratings),
      value: .choice(Identifier(rating?.text ?? "none")))
    let progress = Field(
      "progress", label: "Progress", kind: .text,
      value: viewModel.refusedProgress.map { .text($0) }, placeholder: "120, 120/300 or 40%")
    return [
      ScreenAction("shelve", title: "Choose a shelf…") { [self] in
        await withEntry(requests.onChooseShelf)
      },
      ScreenAction("rate", title: "Rate", input: stars) { [viewModel] in
        await viewModel.rate($0.choice.flatMap { Rating($0) }, viewModel.entryToChange())
      },
      ScreenAction("progress", title: "Update progress", input: progress) { [viewModel] in
        await viewModel.recordProgress($0.text)
      },
      ScreenAction("notes", title: "Dates, notes and review…") { [self] in
        await withEntry(requests.onEdit)
      },
    ]
  }

  private func entryActions(_ entry: LibraryEntry) -> [ScreenAction] {
    let asks = RemovalText(entry) != nil
    return editions + [
      ScreenAction("edit-book", title: "Edit book…") { [self] in
        await withEntry(requests.onCorrect)
      },
      ScreenAction(
        "remove", title: asks ? "Remove from library…" : "Remove from library", role: .destructive
      ) { [self] in
        await withEntry(requests.onRemove)
      },
    ]
  }

  private var editions: [ScreenAction] {
    guard let reference = viewModel.editionsReference else { return [] }
    return [
      ScreenAction("edition", title: "Choose your edition…") { [self] in
        await withEntry { await requests.onEdition(reference, $0) }
      }
    ]
  }

  private func withEntry(_ body: (LibraryEntry) async -> Void) async {
    guard let entry = viewModel.entryToChange() else { return }
    viewModel.result = nil
    await body(entry)
  }

  func appeared() -> AppearanceWork? { viewModel.appear }

  func select(_ row: Row.ID) async {
    if let author = BookRow.author.value(of: row) { requests.onAuthor(author) }
    if let subject = BookRow.subject.value(of: row) { requests.onSubject(subject) }
  }
}
