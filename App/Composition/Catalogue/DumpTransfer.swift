public import Files
import Foundation
public import Services
import LocalCatalogue

/// The import of Open Library's dumps as a transfer.
public enum DumpTransfer {
  /// Creates the transfer.
  ///
  /// - Parameter open: opens the database of dumps, which contains nothing else.
  public static func make(
    into open: @escaping @Sendable () throws(StorageError) -> any Database
  ) -> Transfer {
    var transfer = Transfer(
      "import-openlibrary-dump", command: "import openlibrary-dump",
      title: "Import an Open Library dump",
      explanation:
        "Builds a catalogue from Open Library's monthly dumps (openlibrary.org/developers/dumps), to "
        + "search without a network. Give the files of authors, works and editions as you downloaded "
        + "them. To resume an interrupted import, give the same files again.",
      direction: .reads
    ) { request, progress throws(TransferError) in
      for path in request.files where path != DumpFile.standardInput {
        do throws(FileProblem) { try FilePlace.checkReading(path) } catch {
          throw TransferError(error)
        }
      }
      let database: any Database
      do throws(StorageError) { database = try await opened(open) } catch {
        throw error == .cancelled ? .cancelled : .storage(error)
      }
      do throws(DumpError) {
        let outcome = try await DumpImport(database).run(request.files) { state in
          progress(self.progress(state))
        }
        return report(outcome, files: request.files.count)
      } catch { throw refusal(error) }
    }
    transfer.takesSeveralFiles = true
    transfer.cancelled =
      "Cancelled. The catalogue is unchanged. To resume, give the same files again."
    transfer.example = "~/Downloads/ol_dump_works_latest.txt.gz"
    return transfer
  }

  /// Opens the database off the main actor, because a damaged file is checked completely first.
  @concurrent private static func opened(
    _ open: @Sendable () throws(StorageError) -> any Database
  ) async throws(StorageError) -> any Database { try open() }

  private static func progress(_ progress: DumpImport.Progress) -> TransferProgress {
    let step =
      switch progress.step {
      case .reading: "Reading records"
      case .counting: "Counting editions"
      case .ranking: "Ranking books"
      case .indexing: "Building the index"
      case .merging: "Optimizing the index"
      case .removing: "Removing the old catalogue"
      }
    return TransferProgress(
      step: step, done: progress.done, total: progress.total, count: progress.works)
  }

  private static func report(_ outcome: DumpImport.Outcome, files: Int) -> TransferReport {
    let state = outcome.state
    let books = outcome.books == 1 ? "1 book" : "\(outcome.books) books"
    var summary = "The catalogue now has \(books)."
    if let problem = outcome.leftover {
      summary += " The old one could not be removed. \(problem) The next import removes it."
    }
    return TransferReport(
      summary: summary,
      counts: [
        TransferReport.Count("Works", state.works), TransferReport.Count("Authors", state.authors),
        TransferReport.Count("Editions", state.editions),
        TransferReport.Count("Redirects and removed records", state.redirects),
        TransferReport.Count("Records that are not about books", state.others),
      ],
      rejections: outcome.rejections.map { rejection in
        TransferReport.Rejection(
          file: files > 1 ? rejection.file : nil, line: rejection.line,
          reason: reason(rejection.problem))
      },
      rejectionCount: state.rejected)
  }

  /// What went wrong, and what helps.
  private static func refusal(_ error: DumpError) -> TransferError {
    switch error {
    case .file(let problem): TransferError(problem)
    case .becameShorter(let path):
      .file("“\(path)” became shorter while it was read. Give the same files as before.")
    case .cutOff(let path): .file("“\(path)” is damaged or cut off. Download it again.")
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

  private static func reason(_ problem: DumpProblem) -> String {
    switch problem {
    case .columns: "The line doesn't have five columns separated by tabs."
    case .malformed: "The record isn't JSON in UTF-8."
    case .key: "The key doesn't match the type."
    case .nameless: "A work needs a title, and an author a name."
    case .target: "The record redirects to one that doesn't exist."
    case .length: "The line is longer than a megabyte."
    }
  }
}
