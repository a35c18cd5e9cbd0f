import Core
import Files
import Services
import Foundation
import TestKit
import Testing

@testable import Books

/// A library with imports and exports of files.
final class GoodreadsScene {
  static let header = """
    Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,\
    Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,\
    Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies
    """

  /// A library with the peculiarities of real ones.
  static let rows = [
    #"8855321,"Leviathan Wakes (The Expanse, #1)",James S.A. Corey,"Corey, James S.A.",,"=""0316129089""","=""9780316129084""",4,4.27,Orbit,Paperback,592,2011,2011,2024/03/14,2024/02/01,"sf, space","sf (#3), space (#1)",read,"Great fun.<br/><br/>Loved <i>Miller</i> &amp; Holden.",,,2,0"#,
    #"50202953,Piranesi,Susanna Clarke,"Clarke, Susanna",,="1635575648",="9781635575637",0,4.21,Bloomsbury,Kindle Edition,272,2020,2020,,2025/01/05,currently-reading,currently-reading (#1),currently-reading,,,,1,0"#,
    #"12067,"Good Omens: ""Nice"", Accurate",Terry Pratchett,"Pratchett, Terry",Neil Gaiman,"=""""","=""""",0,4.25,William Morrow,,491,2006,1990,,2025/06/30,to-read,to-read (#4),to-read,,,,0,0"#,
    "1381,The Odyssey,Homer,Homer,,,,5,3.83,,,541,1999,-700,2019/05,2019/01/02,classics,classics (#9),read,\"Two\nlines, \"\"quoted\"\"\",true,mine alone,1,1",
    #"6759,Infinite Jest,David Foster Wallace,"Wallace, David Foster",,,,0,4.2,,,,,,,2018/01/01,did-not-finish,did-not-finish (#1),did-not-finish,,,,0,0"#,
  ]

  private let temporary: TemporaryFolder
  var folder: String { temporary.path }
  let stores: any LibraryStores
  let database: TestDatabase?
  let owner = Owner.guest
  /// The reader's time zone.
  var timeZone: TimeZone

  /// Creates an empty library, in memory or in a database.
  init(_ database: TestDatabase? = nil, timeZone: TimeZone = .gmt) throws {
    self.database = database
    self.timeZone = timeZone
    stores = database.map { DatabaseLibraryStores($0) } ?? MemoryLibraryStores()
    temporary = try TemporaryFolder()
  }

  /// The app's import.
  var importing: Transfer { transfers[0] }
  /// The app's export.
  var exporting: Transfer { transfers[1] }

  private var transfers: [Transfer] {
    GoodreadsTransfer.make(
      GoodreadsExchange(
        stores: stores, identifiers: UniqueIdentifiers(),
        clock: ManualClock(
          now: Date(timeIntervalSince1970: 1_795_176_000), timeZone: timeZone)))
  }

  func path(_ name: String) -> String { temporary.file(name) }

  /// Writes a file.
  @discardableResult
  func write(_ text: String, _ name: String = "in.csv") throws -> String {
    try write(Data(text.utf8), name)
  }

  @discardableResult
  func write(_ data: Data, _ name: String = "in.csv") throws -> String {
    try data.write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// Imports a file with these rows.
  @discardableResult
  func importFile(
    _ rows: [String], header: String = header, isDryRun: Bool = false
  ) async throws -> TransferReport {
    try await importFile(text: ([header] + rows).map { "\($0)\n" }.joined(), isDryRun: isDryRun)
  }

  @discardableResult
  func importFile(text: String, isDryRun: Bool = false) async throws -> TransferReport {
    try await importFile(data: Data(text.utf8), isDryRun: isDryRun)
  }

  @discardableResult
  func importFile(data: Data, isDryRun: Bool = false) async throws -> TransferReport {
    let path = try write(data)
    return try await importing.run(
      Transfer.Request(files: [path], owner: owner, isDryRun: isDryRun)
    ) { _ in }
  }

  /// Exports the library, and returns the text of the file.
  func exportFile() async throws -> String {
    _ = try await exporting.run(
      Transfer.Request(files: [path("out.csv")], owner: owner, replaces: true)
    ) { _ in }
    return try String(contentsOfFile: path("out.csv"), encoding: .utf8)
  }

  var entries: [LibraryEntry] {
    get async throws { try await stores.store(of: owner).allEntries() }
  }

  func entry(_ title: String) async throws -> LibraryEntry {
    try #require(try await entries.first { $0.book.title.hasPrefix(title) })
  }

  /// Changes a book like a reader in the app.
  func change(_ title: String, _ edit: @Sendable (inout LibraryEntry) -> Void) async throws {
    var entry = try await entry(title)
    edit(&entry)
    try await stores.store(of: owner).save(entry)
  }

  /// Returns the names of a book's custom shelves.
  func shelves(of title: String) async throws -> Set<String> {
    let shelves = try await stores.store(of: owner).ownShelves()
    let entry = try await entry(title)
    return Set(shelves.filter { entry.shelves.contains($0.id) }.map(\.name))
  }
}

extension TransferReport {
  func count(_ label: String) -> Int? { counts.first { $0.label == label }?.number }
}
