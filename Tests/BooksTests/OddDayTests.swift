import Catalogue
import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Books

@Suite("Days that pass, go back, or were long ago") @MainActor struct OddDayTests {
  private let scene = LibraryScene()

  @Test(
    "A page that is corrected after a flight to the west takes an end of tomorrow back",
    arguments: [false, true])
  func west(isPutBack: Bool) async throws {
    var entry = try await scene.library.record(.page(412), in: scene.dune()).value
    scene.clock.advance(by: .seconds(-86_400))
    if isPutBack {
      entry = try await scene.library.put(entry, on: scene.wantToRead).value
      #expect(entry.finished == nil && entry.shelves == [.wantToRead])
      #expect(entry.started == nil && entry.history == [])
    } else {
      entry = try await scene.library.record(.page(400), in: entry).value
      #expect(entry.shelves == [.reading] && entry.finished == nil)
    }
    #expect(entry.readings == [])
  }

  @Test("A day has one record of the progress, also after a flight to the west")
  func records() async throws {
    let tomorrow = scene.today
    var entry = try await scene.library.record(.page(100), in: scene.dune()).value
    scene.clock.advance(by: .seconds(-86_400))
    let today = scene.today
    for page in [50, 60] { entry = try await scene.library.record(.page(page), in: entry).value }
    let earlier = ProgressRecord(date: today, progress: .page(60))
    #expect(entry.history == [earlier, ProgressRecord(date: tomorrow, progress: .page(100))])
    scene.clock.advance(by: .seconds(86_400))
    entry = try await scene.library.record(.page(70), in: entry).value
    #expect(entry.history == [earlier, ProgressRecord(date: tomorrow, progress: .page(70))])
  }

  @Test("A start of tomorrow is taken back with one of today, unless there is progress since")
  func laterStart() async throws {
    for page in [nil, 5] {
      var entry = try await scene.library.put(scene.dune(), on: scene.reading).value
      let started = entry.started
      if let page { entry = try await scene.library.record(.page(page), in: entry).value }
      scene.clock.advance(by: .seconds(-86_400))
      entry = try await scene.library.put(entry, on: scene.wantToRead).value
      #expect(entry.started == (page == nil ? nil : started))
      try await scene.library.remove(entry)
    }
  }

  @Test("A shelf by the last finish counts earlier readings", arguments: NamedLibraryStores.all)
  func lastFinish(_ named: NamedLibraryStores) async throws {
    let store = try named.make().stores.store(of: .guest)
    for (number, day) in ["2020-01-01", "2026-11-19", "2023-05-05"].enumerated() {
      var entry = LibraryEntry.sample(number, on: [.read])
      let finished = try #require(CalendarDate(day))
      // The newest one is being read again.
      if number == 1 {
        entry.readings = [PastReading(finished: nil), PastReading(finished: finished)]
      } else {
        entry.finished = finished
      }
      try await store.save(entry)
    }
    let order = ShelfOrder(.finished)
    let page = try await store.entries(
      on: .read, ShelfFilters().query(order), offset: 0, limit: 9)
    #expect(page.items.map(\.id) == ["entry-1", "entry-2", "entry-0"])
  }

  @Test(
    "The last finish of a book is the latest one, also that of an earlier reading",
    arguments: NamedLibraryStore.all)
  func latestFinish(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    var old = LibraryEntry.sample(1, on: [.wantToRead])
    var other = LibraryEntry.sample(2, on: [.wantToRead])
    (old.finished, other.finished) = (CalendarDate("2019-05-01"), CalendarDate("2020-06-01"))
    old.readings = [PastReading(finished: CalendarDate("2021-01-01"))]
    #expect(old.lastFinished == CalendarDate("2021-01-01"))
    other.readings = [PastReading(finished: CalendarDate("2018-01-01"))]
    for entry in [old, other] { try await store.save(entry) }
    let page = try await store.entries(
      on: .wantToRead, ShelfQuery(order: ShelfOrder(.finished)), offset: 0, limit: 9)
    #expect(page.items.map(\.id) == ["entry-1", "entry-2"])
  }

  @Test("A book is put on no shelf that another window has deleted meanwhile")
  func deletedShelf() async throws {
    let shelf = try await scene.library.makeShelf(named: "Sea")
    let other = try await scene.library.put(scene.dune(), on: scene.reading).value
    try await scene.store.change("testing") { records throws(StorageError) in
      try records.removeShelf(shelf.id)
    }
    let new = try await scene.library.put(.sample(9), on: shelf)
    #expect(new.value.shelves == [.wantToRead] && new.made?.kind == .added(to: .wantToRead))
    _ = try await scene.library.put([other.id], on: shelf)
    #expect(try await scene.stored(other)?.shelves == [.reading])
    let page = BookDetailViewModel(
      .entry(other.id),
      services: BooksServices(
        selection: CatalogueSelection(only: RecordingCatalogue(), context: AppContext.test()),
        library: scene.library))
    await page.readLibrary()
    await page.put(on: shelf, page.entry)
    let gone = BookDetailViewModel.Problem.shelfGone(addedTo: nil)
    #expect(page.result == .problem(gone) && page.entry?.shelves == [.reading])
    #expect(BooksText.notice(gone) == Notice("This shelf no longer exists.", tone: .problem))
    await page.put(on: shelf, .sample(8))
    let added = BookDetailViewModel.Problem.shelfGone(addedTo: .wantToRead)
    #expect(page.result == .problem(added))
    #expect(
      BooksText.notice(added)
        == Notice("This shelf no longer exists. Added to “Want to read”.", tone: .problem))
  }

  @Test("A streak ends while its screen stays open")
  func streak() throws {
    let today = CalendarDate.testDay
    let days = [-1, 0].map { CalendarDate(daysSince1970: today.daysSince1970 + $0) }
    let streak = ReadingStreak(days, today: today)
    let lengths = [0, 1, 2, 3].map {
      streak.current(on: CalendarDate(daysSince1970: today.daysSince1970 + $0))
    }
    #expect(lengths == [2, 2, 0, 0])
  }
}
