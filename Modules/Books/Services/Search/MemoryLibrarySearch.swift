import Catalogue

/// The texts and links of a library in memory.
struct MemoryLibrarySearch {
  private var documents: [LibraryEntry.ID: LibraryDocument] = [:]
  private var links: [LibraryEntry.ID: Set<String>] = [:]
  /// The entries in the order in which they were first saved.
  private var numbers: [LibraryEntry.ID: Int] = [:]
  /// The entries of an author: few books of a list have one of the reader's authors (`make bench`: a
  /// journey).
  private var byAuthor: [String: Set<LibraryEntry.ID>] = [:]
  private var lastNumber = 0

  /// Adds an entry, or replaces `old`.
  mutating func save(_ entry: LibraryEntry, replacing old: LibraryEntry?) {
    let number = numbers[entry.id]
    if let old { remove(old) }
    if number == nil { lastNumber += 1 }
    numbers[entry.id] = number ?? lastNumber
    documents[entry.id] = LibraryDocument(entry)
    links[entry.id] = BookLink.keys(of: entry.book)
    for author in BookLink.authorKeys(of: entry.book.authors) {
      byAuthor[author, default: []].insert(entry.id)
    }
  }

  /// Removes an entry.
  mutating func remove(_ entry: LibraryEntry) {
    documents[entry.id] = nil
    numbers[entry.id] = nil
    links[entry.id] = nil
    for author in BookLink.authorKeys(of: entry.book.authors) {
      byAuthor[author]?.remove(entry.id)
    }
  }

  /// Returns the reader's last copy of a catalogue's book, or nil.
  func copy(
    of link: BookLink, _ entries: [LibraryEntry.ID: LibraryEntry]
  ) -> LibraryEntry.ID? {
    if entries.isEmpty { return nil }
    if let isbn = link.isbn {
      let copies = entries.values.filter { $0.book.isbn == isbn }
      if let copy = newestFirst(copies).first { return copy.id }
    }
    let ofAuthors = link.authorKeys.flatMap { byAuthor[$0] ?? [] }
    if ofAuthors.isEmpty { return nil }
    for key in link.keys {
      let copies = ofAuthors.filter { links[$0]?.contains(key) == true }
      if let copy = last(of: copies) { return copy }
    }
    return nil
  }

  /// Returns the entry of these that was first saved after the others.
  func last(of ids: some Sequence<LibraryEntry.ID>) -> LibraryEntry.ID? {
    ids.max { numbers[$0, default: 0] < numbers[$1, default: 0] }
  }

  /// Returns the first entries that match a query.
  func page(
    _ query: LibraryQuery, limit: Int, _ entries: [LibraryEntry.ID: LibraryEntry],
    _ shelves: [Shelf]
  ) -> Page<LibraryEntry> {
    let names = shelves.map { (id: $0.id, words: LibraryDocument.folded([$0.name])) }
    let newestFirst = newestFirst(entries.values)
    let (found, corrected) = query.run(
      { query in newestFirst.compactMap { match($0, query, names) } },
      texts: { documents.values.map { $0.titles + $0.authors } + names.map(\.words) })
    let items = found.prefix(limit).compactMap { entries[$0] }
    return Page(
      items: items, total: found.count, next: limit < found.count ? limit : nil,
      correction: corrected?.text(of: items, on: shelves))
  }

  private func newestFirst(_ entries: some Sequence<LibraryEntry>) -> [LibraryEntry] {
    entries.sorted { ($0.added, numbers[$0.id] ?? 0) > ($1.added, numbers[$1.id] ?? 0) }
  }

  private func match(
    _ entry: LibraryEntry, _ query: LibraryQuery, _ shelves: [(id: Shelf.ID, words: String)]
  ) -> LibraryMatch<LibraryEntry.ID>? {
    guard let document = documents[entry.id] else { return nil }
    let level = query.level(of: entry, document) { word in
      shelves.contains { entry.shelves.contains($0.id) && $0.words.has(word) }
    }
    let titleKey = query.order == .title ? ShelfOrder.titleKey(entry.book.title) : ""
    return level.map {
      LibraryMatch(id: entry.id, level: $0, year: entry.book.year, titleKey: titleKey)
    }
  }
}
