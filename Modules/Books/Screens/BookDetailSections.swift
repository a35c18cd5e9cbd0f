import Core

/// The body of a book's screen.
@MainActor enum BookDetailSections {
  static func sections(
    of viewModel: BookDetailViewModel, _ book: BookCopy,
    _ arrangement: BookDetailScreen.Arrangement
  ) -> [ContentSection] {
    let mine = viewModel.entry.map { self.mine($0, shelves: viewModel.shelves) } ?? []
    let facts = ContentSection("facts", .text(facts(book)))
    switch arrangement {
    case .usual:
      return cover(book) + [facts] + mine + summary(viewModel.detail) + authors(book)
        + subjects(book)
    case .compact:
      let more = viewModel.isUnfolded ? cover(book) + summary(viewModel.detail) : []
      return mine + [facts] + more + authors(book) + (viewModel.isUnfolded ? subjects(book) : [])
    }
  }

  private static func cover(_ book: BookCopy) -> [ContentSection] {
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

  private static func summary(_ detail: CatalogueBookDetail?) -> [ContentSection] {
    guard let summary = detail?.summary else { return [] }
    return [ContentSection("summary", title: "About the book", .text(summary))]
  }

  private static func authors(_ book: BookCopy) -> [ContentSection] {
    let authors = book.authors.compactMap { author in
      author.key.map { Row(Identifier("author:\($0)"), title: author.name) }
    }
    return authors.isEmpty ? [] : [ContentSection("authors", title: "Authors", .rows(authors))]
  }

  private static func subjects(_ book: BookCopy) -> [ContentSection] {
    var seen: Set<String> = []
    let rows = book.subjects.filter { seen.insert($0).inserted }
      .map { Row(Identifier("subject:\($0)"), title: $0) }
    return rows.isEmpty ? [] : [ContentSection("subjects", title: "Subjects", .rows(rows))]
  }

  private static func facts(_ book: BookCopy) -> String {
    var facts: [String] = []
    if !book.authors.isEmpty { facts.append("By \(BooksText.names(book.authors))") }
    if let year = book.year { facts.append("first published \(BooksText.year(year))") }
    if let language = book.language { facts.append("in \(LanguageNames.name(of: language))") }
    if let pages = book.pages { facts.append(BooksText.count(pages, "page")) }
    return facts.isEmpty ? "Nothing more is known of this book." : facts.joined(separator: ", ")
  }

  private static func mine(_ entry: LibraryEntry, shelves: [Shelf]) -> [ContentSection] {
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
      sections.append(ContentSection("review", title: "Your review", .text(entry.review)))
    }
    if !entry.notes.isEmpty {
      sections.append(ContentSection("notes", title: "Your notes", .text(entry.notes)))
    }
    return sections
  }
}
