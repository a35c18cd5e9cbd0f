import Core
import Dispatch
import Files
import Services
import TestKit
import Testing

@testable import Backups

@Suite("Backups during the automatic one")
@MainActor struct SimultaneousBackupTests {
  /// A keeper whose automatic backup waits until the test releases it, for at most ten minutes.
  private final class HeldKeeper: BackupKeeper {
    /// The beginning of each automatic backup.
    let beginnings: AsyncStream<Void>
    private let sink: AsyncStream<Void>.Continuation
    private let mayEnd = DispatchSemaphore(value: 0)

    init() { (beginnings, sink) = AsyncStream.makeStream(of: Void.self) }

    func release() { mayEnd.signal() }

    func backUpDaily(on day: CalendarDate) throws(StorageError) {
      sink.yield()
      guard mayEnd.wait(timeout: .now() + 600) == .success else {
        throw .unavailable("the other work has waited for the automatic backup")
      }
    }

    func backUp(
      to path: String, replacing replaces: Bool, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(StorageError) {}

    func check(_ path: String) throws(StorageError) {}

    func restore(
      from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(StorageError) -> String { "before" }

    func removeAllCopies() throws(StorageError) {}
  }

  @Test("Backing up, checking a backup and restoring it wait for no automatic backup")
  func apart() async throws {
    let keeper = HeldKeeper()
    let services = BackupsServices(
      .test(), keeper: keeper, folder: nil, store: MemoryKeyValueStore(), describe: { $0 })
    let daily = Task { try await services.backUpDaily(on: CalendarDate(daysSince1970: 0)) }
    for await _ in keeper.beginnings { break }
    try await services.backUp(to: "copy", replacing: false) { _, _ in }
    try await services.check("copy")
    let before = try await services.restore(from: "copy") { _, _ in }
    #expect(before == "before")
    keeper.release()
    try await daily.value
  }
}
