import Catalogue
import Services
import Core

/// A search by words, filters and sort order.
final class SearchScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onSearch: (BookQuery) async -> Void
    let onFilter: (BookQuery) async -> Void
    let onBook: (CatalogueBook) -> Void
    let onEntry: (LibraryEntry.ID) -> Void
    let onAddByHand: (_ title: String, _ isbn: String) -> Void
  }

  let viewModel: SearchViewModel
  private let requests: Requests

  init(_ viewModel: SearchViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var content: ScreenContent {
    let query = viewModel.query
    let list = viewModel.list
    let results = query.isEmpty ? nil : SearchSections(viewModel)
    return ScreenContent(
      title: BooksText.search, subtitle: query.isEmpty ? nil : summary,
      status: results?.status ?? .empty(message: invitation),
      notice: viewModel.ownProblem.map { Notice($0.description, tone: .problem) } ?? list.notice,
      sections: results?.sections ?? [],
      actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    let query = viewModel.query
    var actions = [
      ScreenAction(
        "search", title: "Search", role: .primary, input: words, supersedes: Self.searches
      ) { [self] in await search(for: $0.text) },
      ScreenAction("filter", title: "Filters…") { [requests] in await requests.onFilter(query) },
    ]
    if !query.isEmpty {
      let order = Field(
        "order", label: "Sort by", kind: .choice(Self.orders),
        value: .choice(Identifier(query.order.rawValue)))
      actions += [
        ScreenAction("sort", title: "Sort", input: order, supersedes: Self.searches) { [self] in
          await sort(by: $0.choice.flatMap(BookQuery.Order.init(rawValue:)) ?? .relevance)
        },
        ScreenAction(
          "clear", title: query.hasFilters ? "Clear filters" : "Clear", supersedes: Self.searches
        ) { [requests] in
          await requests.onSearch(query.hasFilters ? query.withoutFilters : BookQuery())
        },
      ]
    }
    if viewModel.hasMoreOwn {
      actions.append(
        ScreenAction(
          "more-own", title: "More of your books", perform: viewModel.loadMoreOwn))
    }
    return actions + viewModel.list.pages.actions(more: BooksText.moreBooks) + [
      ScreenAction("add", title: "Add a book by hand…") { [requests, viewModel] in
        let (title, isbn) = viewModel.unlisted
        requests.onAddByHand(title, isbn)
      }
    ]
  }

  /// A newer search ends all older requests, also one that a form of filters has begun.
  private static let searches: Set<Action.ID> = [
    "search", "filter", "sort", "clear", "more", "retry",
  ]

  private var words: Field {
    Field(
      "words", label: "Words", kind: .text,
      placeholder: viewModel.catalogueHasISBNs
        ? "title, author, subject or ISBN" : "title, author or subject")
  }

  private var invitation: String {
    viewModel.catalogueHasISBNs
      ? "Search by title, author, subject or ISBN."
      : "Search by title, author or subject, and your own books also by ISBN."
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func select(_ row: Row.ID) async {
    if let id = BookRow.entry.value(of: row) { requests.onEntry(id) }
    guard let book = viewModel.list.book(at: row) else { return }
    if let copy = viewModel.copy(of: book) { requests.onEntry(copy) } else { requests.onBook(book) }
  }

  private func search(for words: String) async {
    var query = viewModel.query
    query.words = words
    await requests.onSearch(query)
  }

  private func sort(by order: BookQuery.Order) async {
    var query = viewModel.query
    query.order = order
    await requests.onSearch(query)
  }

  private static let orders = BookQuery.Order.allCases.map { order in
    Field.Option(
      Identifier(order.rawValue),
      title: {
        switch order {
        case .relevance: "Best match"
        case .newest: "Newest first"
        case .oldest: "Oldest first"
        case .title: "Title"
        }
      }())
  }

  /// An order, such as `by title`; nil for the usual one.
  private static func text(_ order: BookQuery.Order) -> String? {
    switch order {
    case .relevance: nil
    case .newest: "newest first"
    case .oldest: "oldest first"
    case .title: "by title"
    }
  }

  private var summary: String {
    let (query, pages) = (viewModel.query, viewModel.list.pages)
    // A list that failed, or has no answer yet, has no number.
    let isKnown = !pages.items.isEmpty || pages.phase == .ready
    let count = isKnown ? BooksText.count(of: viewModel.list) : nil
    var parts: [String] = []
    if !query.words.isEmpty { parts.append("“\(query.words)”") }
    if !query.author.isEmpty { parts.append("by \(query.author)") }
    if !query.subject.isEmpty { parts.append("on \(query.subject)") }
    if let years = BooksText.years(from: query.fromYear, to: query.toYear) { parts.append(years) }
    if let language = query.language { parts.append("in \(LanguageNames.name(of: language))") }
    if let order = Self.text(query.order) { parts.append(order) }
    let mine = viewModel.own.total
    if mine > 0 { parts.append("\(BooksText.number(mine)) of yours") }
    if let count { parts.append(mine > 0 ? "in the catalogue: \(count)" : count) }
    return parts.joined(separator: " · ")
  }
}
