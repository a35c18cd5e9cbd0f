// Needs: Books

public import Files
import Foundation
public import Services
import LocalCatalogue

/// The import of Open Library's dumps as a transfer.
public enum DumpTransfer {
  /// Creates the transfer.
  ///
  /// - Parameters:
  ///   - open: opens the database of dumps, which contains nothing else.
  ///   - onImport: called when the catalogue has the books of a dump.
  public static func make(
    into open: @escaping @Sendable () throws(StorageError) -> any Database,
    onImport: @escaping @MainActor @Sendable () -> Void = {}
  ) -> Transfer {
    var transfer = Transfer(
      "import-openlibrary-dump", command: "import openlibrary-dump",
      title: CatalogueText.dumpTitle,
      explanation: CatalogueText.dumpExplanation,
      direction: .reads
    ) { request, progress throws(TransferError) in
      for path in request.files where path != DumpFile.standardInput {
        do throws(FileProblem) { try FilePlace.checkReading(path) } catch {
          throw TransferError(error)
        }
      }
      let database: any Database
      do throws(StorageError) { database = try await opened(open) } catch {
        throw TransferError(error)
      }
      do throws(DumpError) {
        let outcome = try await DumpImport(database).run(request.files) { state in
          progress(self.progress(state))
        }
        await onImport()
        return report(outcome, files: request.files.count)
      } catch { throw CatalogueText.refusal(error) }
    }
    transfer.takesSeveralFiles = true
    transfer.usesOwnerData = false
    transfer.cancelled = CatalogueText.dumpCancelled
    transfer.example = CatalogueText.dumpExample
    return transfer
  }

  /// Opens the database off the main actor, because a damaged file, which may be large, is deleted first.
  @concurrent private static func opened(
    _ open: @Sendable () throws(StorageError) -> any Database
  ) async throws(StorageError) -> any Database { try open() }

  private static func progress(_ progress: DumpImport.Progress) -> TransferProgress {
    TransferProgress(
      step: CatalogueText.step(progress.step), done: progress.done, total: progress.total,
      count: progress.works)
  }

  private static func report(_ outcome: DumpImport.Outcome, files: Int) -> TransferReport {
    let state = outcome.state
    return TransferReport(
      summary: CatalogueText.summary(outcome), counts: CatalogueText.counts(state),
      rejections: outcome.rejections.map { rejection in
        TransferReport.Rejection(
          file: files > 1 ? rejection.file : nil, line: rejection.line,
          reason: CatalogueText.reason(rejection.problem))
      },
      rejectionCount: state.rejected)
  }
}
