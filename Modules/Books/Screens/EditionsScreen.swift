import Catalogue
import Core
import Services

/// The editions of a book, one of which is the reader's.
final class EditionsScreen: ModelScreen {
  let viewModel: EditionsViewModel
  private let title: String
  private let onEdition: (CatalogueEdition) -> Void

  init(
    _ viewModel: EditionsViewModel, of title: String,
    onEdition: @escaping (CatalogueEdition) -> Void
  ) {
    self.viewModel = viewModel
    self.title = title
    self.onEdition = onEdition
  }

  private static let row = RowKind<String>("edition")

  var content: ScreenContent {
    ScreenContent(
      title: "Choose your edition", subtitle: title, status: status,
      sections: BooksText.origin(viewModel.origin, isRefreshing: viewModel.isRefreshing) + [
        ContentSection("editions", .rows(viewModel.editions.map(Self.row)))
      ],
      actions: actions.map(\.action))
  }

  private var status: ContentStatus {
    switch viewModel.phase {
    case .waiting, .loading: .loading(nil)
    case .ready:
      viewModel.editions.isEmpty
        ? .empty(message: "The catalogue has no editions of this book.") : .idle
    case .failed(let error): BooksText.status(error)
    }
  }

  private static func row(_ edition: CatalogueEdition) -> Row {
    Row(
      row.id(edition.key), title: edition.title,
      detail: BooksText.line(
        edition.publishers.isEmpty ? nil : edition.publishers.joined(separator: ", "),
        edition.published, edition.language.map(LanguageNames.name),
        edition.pages.map { BooksText.count($0, "page") }, edition.isbn.map { "ISBN \($0)" }))
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  var actions: [ScreenAction] {
    if case .failed = viewModel.phase {
      return [
        ScreenAction("retry", title: "Try again", role: .primary, perform: viewModel.loadMore)
      ]
    }
    guard viewModel.hasMore else { return [] }
    return [ScreenAction("more", title: "More editions", perform: viewModel.loadMore)]
  }

  func select(_ row: Row.ID) async {
    let key = Self.row.value(of: row)
    if let edition = viewModel.editions.first(where: { $0.key == key }) { onEdition(edition) }
  }
}
