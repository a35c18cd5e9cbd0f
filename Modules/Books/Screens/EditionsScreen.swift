import Catalogue
import Core
import Services

/// The editions of a book, one of which is the reader's.
final class EditionsScreen: ModelScreen {
  let viewModel: PagedList<CatalogueEdition, String>
  private let title: String
  private let onEdition: (CatalogueEdition) -> Void

  init(
    _ viewModel: PagedList<CatalogueEdition, String>, of title: String,
    onEdition: @escaping (CatalogueEdition) -> Void
  ) {
    self.viewModel = viewModel
    self.title = title
    self.onEdition = onEdition
  }

  private static let row = RowKind<String>("edition")

  var content: ScreenContent {
    ScreenContent(
      title: "Choose your edition", subtitle: title,
      status: viewModel.status(empty: "The catalogue has no editions of this book."),
      sections: viewModel.originSections + [
        ContentSection("editions", .rows(viewModel.items.map(Self.row)))
      ],
      actions: actions.map(\.action))
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

  var actions: [ScreenAction] { viewModel.actions(more: "More editions") }

  func select(_ row: Row.ID) async {
    let key = Self.row.value(of: row)
    if let edition = viewModel.items.first(where: { $0.key == key }) { onEdition(edition) }
  }
}
