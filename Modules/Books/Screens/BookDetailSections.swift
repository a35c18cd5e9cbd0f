import Core

/// The body of a book's screen, and all that it is made of.
struct BookDetailSections: Equatable {
  private let book: BookCopy
  private let entry: LibraryEntry?
  private let shelves: [Shelf]
  private let summary: String?
  private let arrangement: BookDetailScreen.Arrangement
  private let isUnfolded: Bool

  @MainActor init(
    _ viewModel: BookDetailViewModel, _ book: BookCopy, _ arrangement: BookDetailScreen.Arrangement
  ) {
    self.book = book
    self.arrangement = arrangement
    entry = viewModel.entry
    shelves = viewModel.shelves
    summary = viewModel.detail?.summary
    isUnfolded = viewModel.isUnfolded
  }

  var sections: [ContentSection] {
    let mine = entry.map(mine) ?? []
    let facts = ContentSection("facts", .text(facts))
    switch arrangement {
    case .usual: return cover + [facts] + mine + about + authors + subjects
    case .compact:
      return mine + [facts] + (isUnfolded ? cover + about : []) + authors
        + (isUnfolded ? subjects : [])
    }
  }

  private var cover: [ContentSection] {
    guard let cover = book.cover else { return [] }
    return [
      ContentSection(
        "cover",
        .picture(
          Picture(
            source: "https://covers.openlibrary.org/b/id/\(cover)-M.jpg?default=false",
            alternative: "Cover of \(book.title)")))
    ]
  }

  private var about: [ContentSection] {
    guard let summary else { return [] }
    return [ContentSection("summary", title: "About the book", .text(summary))]
  }

  private var authors: [ContentSection] {
    let authors = book.authors.compactMap { author in
      author.key.map { Row(Identifier("author:\($0)"), title: author.name) }
    }
    return authors.isEmpty ? [] : [ContentSection("authors", title: "Authors", .rows(authors))]
  }

  private var subjects: [ContentSection] {
    var seen: Set<String> = []
    let rows = book.subjects.filter { seen.insert($0).inserted }
      .map { Row(Identifier("subject:\($0)"), title: $0) }
    return rows.isEmpty ? [] : [ContentSection("subjects", title: "Subjects", .rows(rows))]
  }

  private var facts: String {
    var facts: [String] = []
    if !book.authors.isEmpty { facts.append("By \(BooksText.names(book.authors))") }
    if let year = book.year { facts.append("first published \(BooksText.year(year))") }
    if let language = book.language { facts.append("in \(LanguageNames.name(of: language))") }
    if let pages = book.pages { facts.append(BooksText.count(pages, "page")) }
    return facts.isEmpty ? "Nothing more is known of this book." : facts.joined(separator: ", ")
  }

  private func mine(_ entry: LibraryEntry) -> [ContentSection] {
    let names = shelves.filter { entry.shelves.contains($0.id) }.map(BooksText.title)
    var lines = ["On \(names.joined(separator: ", "))"]
    if let rating = entry.rating { lines[0] += " · \(BooksText.stars(rating))" }
    if let started = entry.started { lines.append("Started \(started)") }
    if let finished = entry.finished { lines.append("Finished \(finished)") }
    var sections = [
      ContentSection("mine", title: "In your library", .text(lines.joined(separator: "\n")))
    ]
    if let progress = entry.progress {
      let label = BooksText.progress(progress, of: entry.book.pages)
      if let fraction = progress.fraction(of: entry.book.pages) {
        // A bar says the part itself.
        var bar = LoadingProgress(fraction: fraction)
        if case .page = progress { bar.label = label }
        sections.append(ContentSection("progress", .progress(bar)))
      } else {
        sections.append(ContentSection("progress", .text("At \(label)")))
      }
    }
    if !entry.review.isEmpty {
      sections.append(
        ContentSection("review", title: "Your review", .text(Self.beginning(entry.review))))
    }
    if !entry.notes.isEmpty {
      sections.append(
        ContentSection("notes", title: "Your notes", .text(Self.beginning(entry.notes))))
    }
    return sections
  }

  /// How many characters and lines of a text of the reader's are shown; the form to edit it has all.
  static let shown = (characters: 20_000, lines: 500)

  /// A text, or as much of it as a page can show at once, and where the rest is.
  static func beginning(_ text: String) -> String {
    if text.utf8.count <= shown.lines { return text }
    // By scalars first: one character may have a million accents.
    let scalars = text.unicodeScalars.prefix(shown.characters * 8)
    var lines = 1
    let beginning = String(scalars).prefix(shown.characters).prefix { character in
      lines += character.isNewline ? 1 : 0
      return lines <= shown.lines
    }
    if beginning.utf8.count == text.utf8.count { return text }
    return "\(beginning)…\n\n\(BooksText.cutText)"
  }
}
