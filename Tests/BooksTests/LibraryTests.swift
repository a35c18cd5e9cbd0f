import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The library") @MainActor
struct LibraryTests {
  private let scene = LibraryScene()
  private var library: Library { scene.library }

  @Test("A book is on one standard shelf at a time, and stays on its custom shelves")
  func shelves() async throws {
    try await scene.store.save(scene.own)
    var entry = try await library.put(scene.dune(), on: scene.wantToRead).value
    entry = try await library.put(entry, on: scene.own).value
    #expect(entry.shelves == [.wantToRead, "own"])
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.shelves == [.reading, "own"])
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.shelves == [.reading, "own"])
    #expect(try await scene.stored(entry) == entry)
  }

  @Test("Reading and Read record the day, once")
  func days() async throws {
    let day = scene.today
    var entry = try await library.put(scene.dune(), on: scene.reading).value
    #expect(entry.started == day)
    #expect(entry.finished == nil)
    scene.clock.advance(by: .seconds(86_400))
    entry = try await library.put(entry, on: scene.wantToRead).value
    entry = try await library.put(entry, on: scene.reading).value
    #expect(entry.started == day)
    entry = try await library.put(entry, on: scene.read).value
    #expect(entry.started == day)
    #expect(entry.finished == scene.today)
  }

  @Test("Shelving a book uses the stored entry, not the screen's copy")
  func staleEntry() async throws {
    let stale = try await library.put(scene.dune(), on: scene.reading).value
    var rated = stale
    rated.rating = 4
    try await library.save(rated, as: .rated(4))
    #expect(try await library.put(stale, on: scene.read).value.rating == 4)
  }

  @Test("An entry leaves a shelf; without another one it goes to the shelf that fits it")
  func removing() async throws {
    try await scene.store.save(scene.own)
    var entry = try await library.put(scene.dune(), on: scene.reading).value
    entry = try await library.put(entry, on: scene.own).value
    let rest = try await library.remove(entry, from: scene.reading).value
    #expect(rest?.shelves == ["own"])
    #expect(try await library.remove(entry, from: scene.own).value?.shelves == [.reading])
    _ = try await library.put(entry, on: scene.own)
    #expect(try await library.remove(entry).value == nil)
    #expect(try await scene.stored(entry) == nil)
    #expect(try await scene.store.counts() == [:])
    #expect(try await library.remove(entry).value == nil)
  }

  @Test("A saved entry without a shelf is put on the shelf for its dates")
  func shelfOfNew() async throws {
    #expect(try await library.save(scene.dune(), as: .edited).shelves == [.wantToRead])
    var begun = scene.dune()
    begun.progress = .page(3)
    #expect(try await library.save(begun, as: .edited).shelves == [.reading])
    var rated = scene.dune()
    rated.rating = 5
    rated.started = scene.today
    #expect(try await library.save(rated, as: .rated(5)).shelves == [.read])
  }

  @Test("An entry is found by its book")
  func byReference() async throws {
    let entry = try await library.put(scene.dune(), on: scene.reading).value
    let reference = try #require(entry.reference)
    #expect(try await library.entry(for: reference) == entry)
    let other = CatalogueReference(source: "test", key: "emma")
    #expect(try await library.entry(for: other) == nil)
  }

  @Test("The standard shelves come first, and a name creates one shelf")
  func ownShelves() async throws {
    let shelf = try await library.makeShelf(named: "Sea stories")
    #expect(try await library.makeShelf(named: "SEA STORIES") == shelf)
    let other = try await library.makeShelf(named: "Île")
    #expect(other.id != shelf.id)
    #expect(try await library.shelves().map(\.id) == Shelf.standardIDs + [shelf.id, other.id])
    #expect(shelf.isOwn)
  }
}
