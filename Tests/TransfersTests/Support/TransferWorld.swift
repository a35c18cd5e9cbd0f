import Accounts
import Files
import Services
import Core
import Foundation
import Synchronization
import TestKit

@testable import Transfers

/// Transfers that a test controls, in their own app.
final class TransferWorld: Sendable {
  /// The next action of a transfer.
  enum Answer {
    case report(TransferReport)
    case fail(TransferError)
    /// Fails unless the request replaces an existing file.
    case exists(then: TransferReport)
    /// Waits until it is cancelled.
    case wait
    /// Waits at a gate.
    case hold(Gate, then: TransferReport)
  }

  private struct State {
    var answer = Answer.wait
    var requests: [Transfer.Request] = []
    var progress: (@Sendable (TransferProgress) -> Void)?
  }

  private let state = Mutex(State())

  private let store = MemoryKeyValueStore()
  let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))

  var requests: [Transfer.Request] { state.withLock { $0.requests } }

  func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }

  /// Reports progress of the newest transfer.
  func report(_ progress: TransferProgress) { state.withLock { $0.progress }?(progress) }

  var read: Transfer {
    var transfer = transfer("import-toys", .reads, "Import toys")
    transfer.offersDryRun = true
    return transfer
  }

  var replace: Transfer {
    var transfer = transfer("restore-toys", .reads, "Restore toys")
    transfer.warning = "All toys are replaced."
    transfer.takesSeveralFiles = true
    return transfer
  }

  var write: Transfer { transfer("export-toys", .writes, "Export toys") }

  var backUp: Transfer {
    var transfer = transfer("back-up-toys", .writes, "Back up toys")
    transfer.usesBackups = true
    return transfer
  }

  var writeYear: Transfer {
    var transfer = transfer("export-year", .writes, "Export a year")
    transfer.parameter = "Year"
    return transfer
  }

  private func transfer(
    _ id: Identifier<Transfer>, _ direction: Transfer.Direction, _ title: String
  ) -> Transfer {
    Transfer(
      id, command: id.rawValue.replacing("-", with: " "), title: title,
      explanation: "It moves toys.",
      direction: direction
    ) { [self] request, progress throws(TransferError) in
      let answer = state.withLock { state in
        state.requests.append(request)
        state.progress = progress
        return state.answer
      }
      progress(TransferProgress(step: "Counting toys", done: 1, total: 4, count: 7))
      switch answer {
      case .report(let report): return report
      case .fail(let error): throw error
      case .exists(let report):
        guard request.replaces else { throw .exists(request.files.first ?? "") }
        return report
      case .wait:
        // Ends only with its task.
        let (stream, sink) = AsyncStream.makeStream(of: Never.self)
        await withTaskCancellationHandler {
          for await _ in stream {}
        } onCancel: {
          sink.finish()
        }
        throw .cancelled
      case .hold(let gate, let report):
        await gate.wait()
        return report
      }
    }
  }

  /// Makes a session of an app with a home screen and the list of transfers.
  ///
  /// - Parameters:
  ///   - opensList: whether the list is open at the start.
  ///   - lock: the lock of the home screen, or nil.
  ///   - hasOtherTab: whether there is another tab.
  @MainActor func session(
    _ transfers: [Transfer]? = nil, opensList: Bool = true, lock: Lock? = nil,
    hasOtherTab: Bool = false
  ) -> AppSession {
    let owner = CurrentOwner()
    let context = AppContext(
      clock: clock, identifiers: CountingIdentifiers(), randomness: SeededRandomness(seed: 1),
      logger: MemoryLogger(), owner: owner)
    let all = transfers ?? [read, replace, write]
    let services = TransfersServices(owner: owner, clock: clock, transfers: { all })
    let open = { (tab: SoloCoordinator) in
      _ = tab.startChild(TransferListCoordinator(services: services))
    }
    let home = Feature.solo(
      showPlace: { tab, route in
        guard route == .accountItem("transfers") else { return false }
        open(tab)
        return true
      }
    ) { tab in
      tab.push(HomeScreen(lock: lock) { [weak tab] in if let tab { open(tab) } })
      if opensList { open(tab) }
    }
    let other = Feature.solo(tab: "other", title: "Other") { tab in
      tab.push(HomeScreen("Other", lock: nil) {})
    }
    return AppSession(
      context: context, features: hasOtherTab ? [home, other] : [home], places: store)
  }
}

extension TransferReport {
  /// A report of seven toys, with some skipped rows.
  static func toys(skipped: Int = 0) -> TransferReport {
    TransferReport(
      summary: "7 toys.", counts: [TransferReport.Count("Toys", 7)],
      rejections: (1...max(1, skipped)).prefix(skipped).map {
        TransferReport.Rejection(line: $0, reason: "It is broken.")
      }, rejectionCount: skipped)
  }
}

/// The screen below the list, and that of another tab.
private final class HomeScreen: Screen {
  let content: ScreenContent
  let lock: Lock?
  private let onOpen: () -> Void

  init(_ title: String = "Home", lock: Lock?, onOpen: @escaping () -> Void) {
    content = ScreenContent(title: title, actions: [Action("open", title: "Open")])
    self.lock = lock
    self.onOpen = onOpen
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async { onOpen() }
}
