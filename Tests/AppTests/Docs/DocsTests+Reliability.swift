import Foundation
import Goodreads
import HTTP
import SQLiteStorage
import Testing

@testable import AppComposition
@testable import Auth
@testable import Books
@testable import Core
@testable import Scaffold
@testable import Shell

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

    // feature: all
    @Test("The numbers of screens, changes, shelves, bytes and redirects match the code")
    func limits() {
      let text = page.text
      #expect(text.contains("At most fifty per tab") && SavedPlaces.maximumInTab == 50)
      #expect(text.contains("The last fifty changes") && RecordedChange.maximumCount == 50)
      #expect(text.contains("a million shelves") && GoodreadsFile.maximumShelfNames == 1_000_000)
      #expect(text.contains("One of more than 16 MB") && SessionFile.limit == 16 << 20)
      #expect(text.contains("ten redirects are followed") && HTTPOptions().maximumRedirects == 10)
    }

    @Test("The times of requests match the code")
    func times() {
      let (text, limits) = (page.text, RemoteLimits())
      let whole = limits.options.wholeTimeout
      #expect(text.contains("takes half a minute at most") && whole == Duration.seconds(30))
      let wait = limits.maximumRetryAfter
      #expect(text.contains("of more than five seconds") && wait == Duration.seconds(5))
      let patience = RemoteCatalogue.patience
      #expect(text.contains("waits one second for it") && patience == Duration.seconds(1))
    }
    // end
  }
}
