import Catalogue
import Core
import Services
import Testing

@testable import Books

/// The contract of ``LibraryStore`` for the reader's copies of catalogue books, checked on the main
/// actor, which no store may block.
@Suite("Every library store's copies of catalogue books")
@MainActor struct BookLinkContract {
  private func book(_ title: String, _ authors: [String], other: String? = nil) -> CatalogueBook {
    CatalogueBook(
      reference: .test("key"), title: title, alternativeTitle: other,
      authors: authors.map { AuthorName(name: $0) })
  }

  private func isCopy(
    _ title: String, _ authors: [String], of book: CatalogueBook, in store: any LibraryStore
  ) async throws -> Bool {
    var entry = LibraryEntry.sample(1)
    entry.book = BookCopy(title: title, authors: authors.map { AuthorName(name: $0) })
    try await store.save(entry)
    return try await store.copies(of: [BookLink(book)])[.test("key")]?.id == entry.id
  }

  @Test(
    "A library store finds copies of a catalogue book by title and author in any spelling",
    arguments: NamedLibraryStore.all)
  func same(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let hobbit = book("The Hobbit", ["J. R. R. Tolkien"])
    for (title, author) in [
      ("The Hobbit", "J.R.R. Tolkien"), ("hobbit", "Tolkien, J.R.R."),
      ("THE HOBBIT!", "John Tolkien"),
      ("The Hobbit, or There and Back Again", "J. R. R. Tolkien"),
      ("The Hobbit: or There and Back Again", "Tolkien, J. R. R."),
      ("The Hobbit (Middle-earth, #0)", "J.R.R. Tolkien"),
    ] {
      #expect(try await isCopy(title, [author], of: hobbit, in: store), "\(title) \(author)")
    }
    let wait = book("Why We Can't Wait", ["Martin Luther King Jr."])
    for author in ["Martin Luther King, Jr.", "King, Martin Luther", "Martin Luther King"] {
      #expect(try await isCopy("Why We Can't Wait", [author], of: wait, in: store), "\(author)")
    }
    let war = book("Война и мир", ["Leo Tolstoy"], other: "War and Peace")
    #expect(try await isCopy("War and Peace", ["Leo Tolstoi"], of: war, in: store))
    #expect(try await isCopy("War & Peace", ["Leo Tolstoy"], of: war, in: store))
    let years = book("Cien años de soledad", ["Gabriel García Márquez"])
    #expect(
      try await isCopy("Cien anos de soledad", ["Garcia Marquez, Gabriel"], of: years, in: store))
    let omens = book("Good Omens", ["Terry Pratchett", "Neil Gaiman"])
    #expect(try await isCopy("Good Omens", ["Neil Gaiman"], of: omens, in: store))
    let sequel = book("Dune: Messiah", ["Frank Herbert"])
    #expect(try await isCopy("Dune", ["Frank Herbert"], of: sequel, in: store))
    #expect(try await isCopy("Dune: Part One", ["Frank Herbert"], of: sequel, in: store) == false)
  }

  @Test(
    "A copy of a catalogue book has its title and one of its authors",
    arguments: NamedLibraryStore.all)
  func others(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let emma = book("Emma", ["Jane Austen"])
    for (title, authors) in [
      ("Emma", ["Alexander McCall Smith"]), ("Emma", []), ("Emmanuelle", ["Jane Austen"]),
      ("", ["Jane Austen"]), ("Emma", ["?"]), ("Persuasion", ["Jane Austen"]),
    ] {
      #expect(try await isCopy(title, authors, of: emma, in: store) == false, "\(title) \(authors)")
    }
    #expect(try await isCopy("Emma", ["Jane Austen"], of: book("Emma", []), in: store) == false)
  }

  @Test(
    "A copy with the ISBN by which a catalogue book was found is that book, the newest of several",
    arguments: NamedLibraryStore.all)
  func isbn(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    for number in 1...2 {
      var entry = LibraryEntry.sample(number)
      entry.book.isbn = "9780547928227"
      try await store.save(entry)
    }
    func copy(_ isbn: String?) async throws -> LibraryEntry.ID? {
      let link = BookLink(book("The Hobbit", ["J. R. R. Tolkien"]), isbn: isbn)
      return try await store.copies(of: [link])[.test("key")]?.id
    }
    #expect(try await copy("9780547928227") == "entry-2")
    #expect(try await copy("9780261102217") == nil)
    #expect(try await copy(nil) == nil)
  }

  @Test(
    "A copy is found by its ISBN even if another owner has a newer one",
    arguments: NamedLibraryStores.all)
  func isbnOfTwoOwners(_ named: NamedLibraryStores) async throws {
    let stores = try named.make().stores
    for (number, owner) in [Owner.account("ada"), .guest].enumerated() {
      var entry = LibraryEntry.sample(number)
      entry.book.isbn = "9780547928227"
      try await stores.store(of: owner).save(entry)
    }
    let link = BookLink(book("The Hobbit", ["J. R. R. Tolkien"]), isbn: "9780547928227")
    for (number, owner) in [Owner.account("ada"), .guest].enumerated() {
      let copies = try await stores.store(of: owner).copies(of: [link])
      #expect(copies.values.map(\.id) == [LibraryEntry.ID("entry-\(number)")])
    }
  }

  @Test("A copy with the book's reference is preferred, and otherwise the last of several")
  func order() async throws {
    for named in NamedLibraryStore.all {
      let store = try await named.make()
      func save(_ number: Int, reference: String? = nil) async throws {
        var entry = LibraryEntry.sample(number, reference: reference)
        entry.book = BookCopy(title: "Emma", authors: [AuthorName(name: "Jane Austen")])
        try await store.save(entry)
      }
      let link = BookLink(book("Emma", ["Jane Austen"]))
      func copy() async throws -> LibraryEntry.ID? {
        try await store.copies(of: [link])[.test("key")]?.id
      }
      try await save(2)
      try await save(1)
      #expect(try await copy() == "entry-1", "\(named)")
      try await save(3, reference: "key")
      try await save(4)
      #expect(try await copy() == "entry-3", "\(named)")
      try await store.remove("entry-3")
      try await store.remove("entry-4")
      try await store.remove("entry-1")
      #expect(try await copy() == "entry-2", "\(named)")
      try await store.remove("entry-2")
      #expect(try await store.copies(of: [link]).isEmpty, "\(named)")
      #expect(try await store.copies(of: []).isEmpty, "\(named)")
    }
  }
}
