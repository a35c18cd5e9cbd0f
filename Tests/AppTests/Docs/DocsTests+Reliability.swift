import Foundation
import Goodreads
import SQLiteStorage
import Testing

@testable import Auth
@testable import Books
@testable import Scaffold

extension DocsTests {
  @Suite("Docs/reliability.md matches the sources")
  struct Reliability {
    private let page: DocsPage
    private let sources = Dictionary(
      uniqueKeysWithValues: SourceTree.project.files.map { ($0.path, $0) })

    init() throws { page = try DocsPage("Docs/reliability.md") }

    /// The rows of promises.
    private var promises: [[String]] {
      page.rows.map(\.cells).filter { $0.count == 3 && $0[0] != "what is promised" }
    }

    @Test("Every promise names a file and a test")
    func complete() {
      #expect(promises.count > 20)
      for cells in promises {
        #expect(!cells[1].paths.isEmpty, "“\(cells[0])” names no file")
        #expect(!cells[2].quotedTests.isEmpty, "“\(cells[0])” quotes no test")
      }
    }

    @Test("Every quoted test is in the named file")
    func tests() {
      for cells in promises { cells[2].expectQuotedTests(in: sources) }
    }

    @Test("The numbers of backups, rows, addresses and seconds match the code")
    func numbers() {
      // feature: Backups
      #expect(page.text.contains("seven are kept") && SQLiteBackups.limit == 7)
      // end
      // feature: Auth, Backups, Books, Onboarding, Transfers
      #expect(page.text.contains("than 50,000 rows") && GoodreadsFile.maximumRows == 50_000)
      // end
      // feature: Auth, Books, Onboarding
      #expect(page.text.contains("ten thousand addresses") && UnknownAddresses.limit == 10_000)
      // end
      // feature: Auth
      #expect(page.text.contains("at most five minutes") && FailedTries.maximumWait == 5 * 60)
      #expect(FailedTries.maximumWait * 3 == AccountService.codeLength)
      let days = AccountService.sessionLength / 86_400
      #expect(page.text.contains("A session lasts thirty days") && days == 30)
      // end
      // feature: all
      #expect(page.text.contains("up to ten seconds") && SQLiteConnection.busyTimeout == 10_000)
      // end
    }
  }
}
