import Foundation
import Testing

extension DocsTests {
  @Suite("Docs/decisions lists its records")
  struct Decisions {
    private static let folder = "Docs/decisions"
    private let list: DocsPage
    /// The names of the records' files, in their order.
    private let files: [String]

    init() throws {
      list = try DocsPage("\(Self.folder)/README.md")
      files = try FileManager.default
        .contentsOfDirectory(atPath: Sources.root.appending(path: Self.folder).path)
        .filter { $0 != "README.md" }.sorted()
    }

    @Test("Every record is listed once, by its number and its file, with its title and status")
    func listed() throws {
      let rows = list.rows.compactMap { row in
        row.cells[0].firstMatch(of: /^\[(\d{4})\]\((.+)\)$/).map {
          (number: String($0.1), file: String($0.2), title: row.cells[1], status: row.cells[2])
        }
      }
      #expect(rows.map(\.file) == files)
      #expect(Set(rows.map(\.number)).count == rows.count)
      for row in rows {
        #expect(row.file.hasPrefix("\(row.number)-"))
        // A mark for the scaffold may be above the title.
        let record = try DocsPage("\(Self.folder)/\(row.file)").text
          .replacing(/^<!-- Needs: .+ -->\n\n/, with: "")
        #expect(record.hasPrefix("# \(row.number): \(row.title)\n"), "\(row.file)")
        let status = try #require(record.firstMatch(of: /\nStatus: ([a-z]+)/)?.1, "\(row.file)")
        #expect(row.status.hasPrefix(status), "\(row.file)")
      }
    }

    @Test("A record has the headings of the first one")
    func form() throws {
      for file in files {
        let record = try DocsPage("\(Self.folder)/\(file)").text
        for heading in ["Context", "Decision", "Considered", "Consequences"] {
          #expect(record.contains("\n## \(heading)\n"), "\(file): \(heading)")
        }
      }
    }
  }
}
