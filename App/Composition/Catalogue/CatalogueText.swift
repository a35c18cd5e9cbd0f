// Needs: Books

import Catalogue
import Core
import Files
import Foundation
import LocalCatalogue
import Services

/// The messages about the catalogues that the app looks books up in.
enum CatalogueText {
  // MARK: The imported catalogue

  /// The notice for a catalogue that isn't used, with a remedy.
  static func notice(_ problem: DatabaseCatalogue.Problem) -> Notice {
    switch problem {
    case .outdatedDump:
      Notice(
        "Your imported catalogue was made by another version of the app and isn't used. Import the"
          + " dump again. Until then you see the books that come with the app.", tone: .problem)
    case .unusableDump(.damaged(let what)):
      Notice(
        "Your imported catalogue is damaged (\(what)). Import the dump again. Until then you see the"
          + " books that come with the app.", tone: .problem)
    case .unusableDump(let error):
      Notice(
        "Your imported catalogue can't be read, so you see the books that come with the app."
          + " \(error.description)", tone: .problem)
    }
  }

  // MARK: The remote catalogue

  /// Says that a catalogue on the network is away, or back.
  static func notice(_ change: FallbackCatalogue.Change, _ name: String) -> Notice {
    switch change {
    case .away(let error):
      Notice(
        "\(name) \(reason(error)). Until it answers, books come from the catalogue on this machine.",
        tone: .problem)
    case .back: Notice("\(name) answers again.")
    }
  }

  private static func reason(_ error: CatalogueError) -> String {
    switch error {
    case .offline: "can't be reached"
    case .interrupted: "ends the connection before its answer is complete"
    case .noTransport(let why): "can't be reached: \(why)"
    case .proxy(let why): "can't be reached: the proxy does not work (\(why))"
    case .untrusted(let problem): "can't be reached securely\(Self.reason(problem))"
    case .timedOut: "does not answer in time"
    case .unavailable(let status): "is busy or broken (status \(status))"
    default: "gives an answer that can't be read: perhaps this network asks you to sign in first"
    }
  }

  private static func reason(_ problem: TrustProblem) -> String {
    let signIn = "this network asks you to sign in first"
    return switch problem {
    case .expired:
      ", because its certificate has expired, or is not valid yet: perhaps this machine's date is wrong"
    case .wrongHost:
      ", because its certificate is that of another server: perhaps its address is wrong, or \(signIn)"
    case .unknownAuthority:
      ", because this machine does not trust the authority that signed its certificate: perhaps"
        + " \(signIn)"
    case .other: ": perhaps its address is wrong, or \(signIn)"
    }
  }

  // MARK: The import of dumps

  static let dumpTitle = "Import an Open Library dump"
  static let dumpExplanation =
    "Builds a catalogue from Open Library's monthly dumps (openlibrary.org/developers/dumps), to "
    + "search without a network. Give the files of authors, works and editions as you downloaded "
    + "them. To resume an interrupted import, give the same files again."
  static let dumpCancelled =
    "Cancelled. The catalogue is unchanged. To resume, give the same files again."
  static let dumpExample = "~/Downloads/ol_dump_works_latest.txt.gz"

  static func step(_ step: DumpImport.Step) -> String {
    switch step {
    case .reading: "Reading records"
    case .counting: "Counting editions"
    case .ranking: "Ranking books"
    case .indexing: "Building the index"
    case .merging: "Optimising the index"
    case .removing: "Removing the old catalogue"
    }
  }

  static func summary(_ outcome: DumpImport.Outcome) -> String {
    let books = outcome.books == 1 ? "1 book" : "\(outcome.books) books"
    var summary = "The catalogue now has \(books)."
    if let problem = outcome.leftover {
      summary += " The old one could not be removed. \(problem) The next import removes it."
    }
    return summary
  }

  static func counts(_ state: DumpImportState) -> [TransferReport.Count] {
    [
      TransferReport.Count("Works", state.works), TransferReport.Count("Authors", state.authors),
      TransferReport.Count("Editions", state.editions),
      TransferReport.Count("Redirects and removed records", state.redirects),
      TransferReport.Count("Records that belong to no book", state.others),
    ]
  }

  /// Returns the message for an error: what went wrong, and what helps.
  static func refusal(_ error: DumpError) -> TransferError {
    switch error {
    case .file(let problem): TransferError(problem)
    case .becameShorter(let path):
      .file("“\(path)” became shorter while it was read. Give the same files as before.")
    case .cutOff(let path): .file("“\(path)” is damaged or cut off. Download it again.")
    case .packedPipe(let path):
      .file("The data from “\(path)” is packed. Unpack it first: zcat FILE | …")
    case .noGzip(let number):
      .file("gzip is needed to unpack the file: \(String(cString: strerror(number))).")
    case .noWorks(0): .format("There are no works in these files. Add ol_dump_works.")
    case .noWorks(let lines):
      .format(
        "There are no works in these files (lines that can't be read: \(lines)). Add ol_dump_works."
      )
    case .isRunningElsewhere:
      .file(
        "Another window of the app is importing a dump. Wait for it, or cancel it there: its progress"
          + " is kept for the next import of the same files.")
    case .storage(let error): .storage(error)
    case .cancelled: .cancelled
    }
  }

  static func reason(_ problem: DumpProblem) -> String {
    switch problem {
    case .columns: "The line doesn't have five columns separated by tabs."
    case .malformed: "The record isn't JSON in UTF-8."
    case .key: "The key is missing, or doesn't match the type."
    case .nameless: "A work needs a title, and an author a name."
    case .target: "The record redirects to one that doesn't exist."
    case .length: "The line is longer than a megabyte."
    }
  }
}
