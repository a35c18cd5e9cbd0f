import Catalogue
import Services
import Core

extension BookQuery {
  /// Whether more than words narrows the search.
  fileprivate var hasFilters: Bool {
    !author.isEmpty || !subject.isEmpty || fromYear != nil || toYear != nil || language != nil
  }
}

/// A search by words, filters and order.
final class SearchScreen: Screen {
  private let viewModel: SearchViewModel
  private var rows = BookRows()
  private let onBook: (CatalogueBook) -> Void
  private let onFilter: (BookQuery) async -> Void
  private let onAddByHand: () -> Void
  private let onQuery: (BookQuery) -> Void

  init(
    _ viewModel: SearchViewModel, onBook: @escaping (CatalogueBook) -> Void,
    onFilter: @escaping (BookQuery) async -> Void, onAddByHand: @escaping () -> Void,
    onQuery: @escaping (BookQuery) -> Void
  ) {
    self.viewModel = viewModel
    self.onBook = onBook
    self.onFilter = onFilter
    self.onAddByHand = onAddByHand
    self.onQuery = onQuery
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    let query = viewModel.query
    let list = viewModel.list
    return ScreenContent(
      title: "Search", subtitle: query.isEmpty ? nil : Self.summary(query, list),
      status: query.isEmpty
        ? .empty(message: "Search by title, author or subject.")
        : list.status(empty: Self.notFound(query)),
      notice: list.notice,
      sections: query.isEmpty ? [] : [ContentSection("books", .rows(rows.rows(of: list)))],
      actions: actions(query))
  }

  private func actions(_ query: BookQuery) -> [Action] {
    var actions = [
      Action(
        "search", title: "Search", role: .primary,
        input: Field(
          "words", label: "Words", kind: .text, placeholder: "title, author or subject")),
      Action("filter", title: "Filters…"),
    ]
    if !query.isEmpty {
      actions.append(
        Action(
          "sort", title: "Sort",
          input: Field(
            "order", label: "Sort by", kind: .choice(Self.orders),
            value: .choice(Identifier(query.order.rawValue)))))
      actions.append(Action("clear", title: "Clear"))
    }
    actions += viewModel.list.actions
    actions.append(Action("add", title: "Add a book by hand…"))
    return actions
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    var query = viewModel.query
    switch (action, input) {
    case (.select, .row(let row)):
      if let book = viewModel.list.book(at: row) { onBook(book) }
    case ("search", .value(.text(let words))):
      query.words = words
      await search(query)
    case ("sort", .value(.choice(let order))):
      query.order = BookQuery.Order(rawValue: order.rawValue) ?? .relevance
      await search(query)
    case ("clear", _): await search(BookQuery())
    case ("filter", _): await onFilter(query)
    case ("add", _): onAddByHand()
    default: await viewModel.list.perform(action)
    }
  }

  private func search(_ query: BookQuery) async {
    // Before the answer is there: a newer search may come in between, and have the last word.
    onQuery(query)
    await viewModel.search(query)
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

  private static func notFound(_ query: BookQuery) -> String {
    query.hasFilters
      ? "No books match with these filters. Use clear to remove them."
      : "No books match “\(query.words)”. Check the spelling."
  }

  private static func summary(_ query: BookQuery, _ list: BookListViewModel) -> String {
    var parts: [String] = []
    if !query.words.isEmpty { parts.append("“\(query.words)”") }
    if !query.author.isEmpty { parts.append("by \(query.author)") }
    if !query.subject.isEmpty { parts.append("on \(query.subject)") }
    switch (query.fromYear, query.toYear) {
    case (let from?, let to?):
      parts.append("from \(BooksText.year(from)) to \(BooksText.year(to))")
    case (let from?, nil): parts.append("since \(BooksText.year(from))")
    case (nil, let to?): parts.append("until \(BooksText.year(to))")
    case (nil, nil): break
    }
    if let language = query.language { parts.append("in \(LanguageNames.name(of: language))") }
    parts.append(BooksText.count(of: list))
    return parts.joined(separator: " · ")
  }
}
