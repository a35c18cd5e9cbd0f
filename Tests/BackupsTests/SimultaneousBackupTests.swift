import Core
import Dispatch
import Files
import Services
import TestKit
import Testing

@testable import Backups

@Suite("Backups during the automatic one")
@MainActor struct SimultaneousBackupTests {
  @Test("Backing up, checking a backup and restoring it wait for no automatic backup")
  func apart() async throws {
    let (beginnings, sink) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    let keeper = StubKeeper(daily: { () throws(StorageError) in
      sink.yield()
      guard mayEnd.wait(timeout: .now() + 600) == .success else {
        throw .unavailable("the other work has waited for the automatic backup")
      }
    })
    let services = BackupsServices(
      .test(), keeper: keeper, store: MemoryKeyValueStore(), describe: { $0 })
    let daily = Task { try await services.backUpDaily(on: CalendarDate(daysSince1970: 0)) }
    for await _ in beginnings { break }
    try await services.backUp(to: "copy", replacing: false) { _, _ in }
    try await services.check("copy")
    let before = try await services.restore(from: "copy") { _, _ in }
    #expect(before == "before")
    mayEnd.signal()
    try await daily.value
  }
}
