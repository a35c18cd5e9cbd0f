import Catalogue
import Services
import Core

/// An author and their books.
final class AuthorScreen: ModelScreen {
  let viewModel: AuthorViewModel
  private let onBook: (CatalogueBook) -> Void

  init(_ viewModel: AuthorViewModel, onBook: @escaping (CatalogueBook) -> Void) {
    self.viewModel = viewModel
    self.onBook = onBook
  }

  var content: ScreenContent {
    let author = viewModel.author
    var sections: [ContentSection] = []
    if let biography = author?.biography {
      sections.append(ContentSection("biography", .text(biography)))
    }
    sections += viewModel.list.pages.originSections
    sections.append(ContentSection("books", title: "Books", .rows(viewModel.list.rows)))
    return ScreenContent(
      title: author?.name ?? "Author", subtitle: author.flatMap(Self.subtitle),
      status: viewModel.list.pages.status(empty: "The catalogue has no books by this author."),
      notice: viewModel.list.notice,
      sections: sections, actions: actions.map(\.action))
  }

  private static func subtitle(_ author: CatalogueAuthor) -> String? {
    var parts = Array(author.otherNames.prefix(1))
    switch (author.born, author.died) {
    case (let born?, let died?): parts.append("\(born)–\(died)")
    case (let born?, nil): parts.append("born \(born)")
    case (nil, let died?): parts.append("died \(died)")
    case (nil, nil): break
    }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  func appeared() -> AppearanceWork? { viewModel.appear }

  var actions: [ScreenAction] {
    viewModel.list.pages.actions(more: BooksText.moreBooks, retry: viewModel.retry)
  }

  func select(_ row: Row.ID) async {
    if let book = viewModel.list.book(at: row) { onBook(book) }
  }
}
