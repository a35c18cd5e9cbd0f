import Catalogue
import Services
import Core

/// The sections about a book.
struct BookSections {
  let book: BookCopy
  let summary: String?
  let arrangement: BookDetailScreen.Arrangement
  let isUnfolded: Bool

  /// The sections before and after the reader's data.
  var parts: (before: [ContentSection], after: [ContentSection]) {
    let facts = [ContentSection("facts", .text(facts))]
    return switch arrangement {
    case .usual: (cover + facts, about + authors + subjects)
    case .ownFirst where isUnfolded: ([], facts + cover + about + authors + subjects)
    case .ownFirst: ([], facts + authors)
    }
  }

  private var cover: [ContentSection] {
    guard let cover = book.cover else { return [] }
    return [
      ContentSection(
        "cover",
        .picture(
          Picture(
            source: CoverReference(cover).address, alternative: "Cover of \(book.title)")))
    ]
  }

  private var about: [ContentSection] {
    guard let summary else { return [] }
    return [ContentSection("summary", title: "About the book", .text(summary))]
  }

  private var authors: [ContentSection] {
    var seen: Set<String> = []
    let authors = book.authors.compactMap { author -> Row? in
      guard let key = author.key, seen.insert(key).inserted else { return nil }
      return Row(BookRow.author.id(key), title: author.name)
    }
    return authors.isEmpty ? [] : [ContentSection("authors", title: "Authors", .rows(authors))]
  }

  private var subjects: [ContentSection] {
    var seen: Set<String> = Set(minimumCapacity: book.subjects.count)
    let rows = book.subjects.filter { seen.insert($0).inserted }
      .map { Row(BookRow.subject.id($0), title: $0) }
    return rows.isEmpty ? [] : [ContentSection("subjects", title: "Subjects", .rows(rows))]
  }

  /// The authors' names. The section of authors lists only those that have a page.
  private var names: String {
    guard book.authors.contains(where: { $0.key == nil }) else {
      return BooksText.names(book.authors)
    }
    let names = book.authors.prefix(Self.shownNames).map(\.name).joined(separator: ", ")
    let more = book.authors.count - Self.shownNames
    return more > 0 ? "\(names) and \(BooksText.count(more, "other"))" : names
  }

  private static let shownNames = 50

  private var facts: String {
    let facts = BooksText.line(
      book.authors.isEmpty ? nil : "by \(names)",
      book.year.map { "first published \(BooksText.year($0))" },
      book.language.map { "in \(LanguageNames.name(of: $0))" },
      book.pages.map { BooksText.count($0, "page") }, book.isbn.map { "ISBN \($0)" },
      separator: ", ")
    let sentence = facts.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let series = book.series.map { name in
      "Series: \(name)" + (book.volume.map { ", \($0)" } ?? "")
    }
    return BooksText.line(sentence, series, separator: "\n") ?? "No other details."
  }
}
