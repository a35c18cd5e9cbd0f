import Catalogue
import Services
import Core

/// An author and their books.
final class AuthorScreen: Screen {
  private let viewModel: AuthorViewModel
  private var rows = BookRows()
  private let onBook: (CatalogueBook) -> Void

  init(_ viewModel: AuthorViewModel, onBook: @escaping (CatalogueBook) -> Void) {
    self.viewModel = viewModel
    self.onBook = onBook
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    let author = viewModel.author
    var sections: [ContentSection] = []
    if let biography = author?.biography {
      sections.append(ContentSection("biography", .text(biography)))
    }
    sections.append(ContentSection("books", title: "Books", .rows(rows.rows(of: viewModel.list))))
    return ScreenContent(
      title: author?.name ?? "Author", subtitle: author.flatMap(Self.subtitle),
      status: viewModel.list.status(empty: "The catalogue has no books by this author."),
      notice: viewModel.list.notice,
      sections: sections, actions: viewModel.list.actions)
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

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (_, .row(let row)):
      if let book = viewModel.list.book(at: row) { onBook(book) }
    case ("retry", _): await viewModel.retry()
    default: await viewModel.list.perform(action)
    }
  }
}
