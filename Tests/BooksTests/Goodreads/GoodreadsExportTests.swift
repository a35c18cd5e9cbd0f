import Catalogue
import Files
import Services
import Core
import Foundation
import Testing

@testable import Books

@Suite("Exporting for Goodreads")
struct GoodreadsExportTests {
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  private var file: String {
    ([GoodreadsScene.header] + GoodreadsScene.rows).map { "\($0)\n" }.joined()
  }

  @Test("Imported data is exported unchanged, byte for byte")
  func roundTrip() async throws {
    try await scene.importFile(text: file)
    #expect(try await scene.exportFile() == file)
  }

  @Test("Rows of a file with a mark and CRLF are exported unchanged, with other line endings")
  func lineEndings() async throws {
    let lines = ["Title,My Review", "Emma,\"a\r\nb\"", "Nada,\"\"", "É,\"a\nb\""]
    try await scene.importFile(text: "\u{FEFF}" + lines.map { "\($0)\r\n" }.joined())
    let text = try await scene.exportFile()
    #expect(text.utf8.elementsEqual(lines.map { "\($0)\n" }.joined().utf8))
  }

  @Test("Unknown columns in another order are exported unchanged")
  func unknown() async throws {
    let text = "Mood,\"Title\",Title,My Rating,BCID\n=2+2,Emma,x,\"4\",b\n\"a\u{301}\",É,,0,\n"
    let report = try await scene.importFile(text: text)
    #expect(report.count("Other columns (kept for export)") == 2)
    #expect(try await scene.exportFile().utf8.elementsEqual(text.utf8))
  }

  @Test("A file is unchanged after an import, an export and another import")
  func again() async throws {
    try await scene.importFile(text: file)
    let report = try await scene.importFile(text: try await scene.exportFile())
    #expect(report.count("Books unchanged") == 5)
    #expect(try await scene.exportFile() == file)
  }

  @Test("The reader's changes are exported, and the rest of the row is unchanged")
  func changed() async throws {
    try await scene.importFile(text: file)
    try await scene.change("Piranesi") { entry in
      entry.rating = 5
      entry.shelves = [.read]
      entry.finished = CalendarDate("2025-02-03")
      entry.review = "Halls,\nhalls"
      entry.notes = "=lend"
    }
    let lines = try await scene.exportFile().split(separator: "\n").map(String.init)
    #expect(lines[1] == GoodreadsScene.rows[0])
    #expect(
      lines[2] == #"""
        50202953,Piranesi,Susanna Clarke,"Clarke, Susanna",,="1635575648",="9781635575637",5,4.21,\#
        Bloomsbury,Kindle Edition,272,2020,2020,2025/02/03,2025/01/05,,,read,"Halls,<br/>halls",,\#
        =lend,1,0
        """#)
  }

  @Test("Custom shelves keep their order, and new ones are appended")
  func shelves() async throws {
    try await scene.importFile(text: file)
    let shelf = Shelf(id: "s", name: "Best, ever")
    try await scene.stores.store(of: .guest).save(shelf)
    try await scene.change("Leviathan") { $0.shelves.insert("s") }
    let line = try await scene.exportFile().split(separator: "\n")[1]
    #expect(line.contains(#","sf, space, Best ever","sf (#3), space (#1), Best ever",read,"#))
    // The file has no commas in names, but the shelf is the same.
    try await scene.importFile(text: try await scene.exportFile())
    #expect(try await scene.shelves(of: "Leviathan") == ["sf", "space", "Best, ever"])
  }

  @Test("Books added in the app follow the imported ones, with Goodreads' columns")
  func ownBooks() async throws {
    try await scene.importFile(text: file)
    var entry = LibraryEntry(
      id: "mine",
      book: BookCopy(
        title: "=HYPERLINK(\"x\")", authors: [AuthorName(name: "Ada L."), AuthorName(name: "B")],
        year: -5, pages: 10),
      shelves: [.reading], added: Date(timeIntervalSince1970: 86_400))
    entry.rating = 3
    try await scene.stores.store(of: .guest).save(entry)
    let text = try await scene.exportFile()
    #expect(text.hasPrefix(file))
    #expect(
      text.dropFirst(file.count) == #"""
        ,"=HYPERLINK(""x"")",Ada L.,"L., Ada",B,"=""""","=""""",3,,,,10,,-5,,1970/01/02,\#
        currently-reading,currently-reading,currently-reading,,,,0,0

        """#)
    let report = try await scene.importFile(text: text)
    #expect(report.count("Books unchanged") == 6)
    #expect(try await scene.exportFile() == text)
  }

  @Test("The count of readings is that of the library, unless the file knows of more")
  func readCount() async throws {
    try await scene.importFile(text: file)
    let days = ["2020-01-01", "2020-01-02", "2020-01-03"]
    let earlier = days.map { PastReading(finished: CalendarDate($0)) }
    for (count, expected) in [(0, 1), (3, 4)] {
      try await scene.change("Piranesi") { entry in
        (entry.shelves, entry.readings) = ([.read], Array(earlier.prefix(count)))
      }
      let line = try await scene.exportFile().split(separator: "\n")[2]
      #expect(line.hasSuffix(",\(expected),0"), "\(count)")
    }
    var own = LibraryEntry.sample(7, on: [.reading])
    own.readings = earlier
    try await scene.stores.store(of: .guest).save(own)
    let text = try await scene.exportFile()
    #expect(text.hasSuffix(",3,0\n"))
    let report = try await scene.importFile(text: text)
    #expect(report.count("Books unchanged") == 6)
  }

  @Test("The longest notes that can be typed are exported and imported again")
  func longNotes() async throws {
    let notes = String(repeating: "\"я", count: FieldKind.maximumLongTextLength / 2)
    try await scene.importFile(text: file)
    try await scene.change("Piranesi") { ($0.notes, $0.review) = (notes, notes) }
    let text = try await scene.exportFile()
    let report = try await scene.importFile(text: text)
    #expect(report.rejections == [] && report.differences == [])
    let other = try GoodreadsScene()
    #expect(try await other.importFile(text: text).count("Books added") == 5)
    #expect(try await other.entry("Piranesi").notes == notes)
    #expect(try await other.entry("Piranesi").review == notes)
  }

  @Test("Files with different columns are exported together without losses")
  func twoFiles() async throws {
    try await scene.importFile(["1,Emma,old"], header: "Book Id,Title,Condition")
    try await scene.importFile(["Sad,Nada,2"], header: "Mood,Title,Book Id")
    try await scene.change("Emma") { $0.rating = 4 }
    #expect(
      try await scene.exportFile() == """
        Book Id,Title,Condition,Mood,My Rating
        1,Emma,old,,4
        2,Nada,,Sad,

        """)
  }

  @Test("Columns with the same name are kept apart in files that are exported together")
  func sameNames() async throws {
    try await scene.importFile(["1,Emma,a"], header: "Book Id,Title,Mood")
    try await scene.importFile(["b,Nada,c,2"], header: "Mood,Title,mood,Book Id")
    try await scene.importFile(["d,e,f,3,Kim"], header: "Mood,Mood,Mood,Book Id,Title")
    #expect(
      try await scene.exportFile() == """
        Book Id,Title,Mood,mood,Mood
        1,Emma,a,,
        2,Nada,b,c,
        3,Kim,d,e,f

        """)
  }

  @Test("A later file has a value for each of two columns with the same name")
  func sameNamesAgain() async throws {
    let header = "Book Id,Title,Mood,Mood,Condition"
    try await scene.importFile(["1,Emma,a,b,old"], header: header)
    try await scene.importFile(["1,Emma,c,d,e"], header: "Book Id,Title,Mood,Mood,Mood")
    #expect(try await scene.exportFile() == "\(header),Mood\n1,Emma,c,d,old,e\n")
  }

  @Test("A later file with fewer columns keeps the others, and brings no removed value back")
  func fewerColumns() async throws {
    let header = "Book Id,Title,Condition,My Review,My Rating"
    try await scene.importFile(["1,Emma,old,Good,4"], header: header)
    try await scene.change("Emma") { $0.review = "" }
    try await scene.importFile(["Emma,\"4\",sad"], header: "title,My Rating,Mood")
    #expect(try await scene.exportFile() == "\(header),Mood\n1,Emma,old,,\"4\",sad\n")
    try await scene.importFile(["1,Emma,old,Good,4"], header: header)
    #expect(try await scene.entry("Emma").review.isEmpty)
    // What the last file has, it says itself.
    try await scene.importFile(["1,Emma,new,,4"], header: header)
    #expect(try await scene.exportFile().contains("1,Emma,new,,4"))
  }

  @Test("A library without books is not exported, and replaces no file")
  func empty() async throws {
    try Data("mine".utf8).write(to: URL(filePath: scene.path("out.csv")))
    var request = Transfer.Request(
      files: [scene.path("out.csv")], owner: .guest, replaces: true)
    request.account = "Ada"
    await #expect(throws: TransferError.nothingToExport(account: "Ada")) {
      _ = try await scene.exporting.run(request) { _ in }
    }
    #expect(try String(contentsOfFile: scene.path("out.csv"), encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder) == ["out.csv"])
  }

  @Test("The report names the account")
  func account() async throws {
    try await scene.importFile(["1,Emma"], header: "Book Id,Title")
    var request = Transfer.Request(files: [scene.path("out.csv")], owner: .guest)
    request.account = "Ada"
    let report = try await scene.exporting.run(request) { _ in }
    #expect(report.summary == "Exported 1 book. Account: Ada.")
  }

  @Test("A file that can't be written is named, and no part of it is left")
  func unwritable() async throws {
    let request = Transfer.Request(files: [scene.path("no/out.csv")], owner: .guest)
    await #expect(throws: TransferError(.folderMissing(scene.path("no/out.csv")))) {
      _ = try await scene.exporting.run(request) { _ in }
    }
    let folder = Transfer.Request(files: [scene.folder], owner: .guest)
    await #expect(throws: TransferError(.isFolder(scene.folder))) {
      _ = try await scene.exporting.run(folder) { _ in }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder) == [])
  }
}
