import Foundation
import SQLiteStorage
import Services
import Synchronization
import TestKit
import Testing

@Suite("Claims on a database")
struct ClaimTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  @Test("Threads that claim and release without a pause never hold a claim together")
  func atOnce() throws {
    let path = path
    let holders = Mutex<(now: Int, most: Int, all: Int)>((0, 0, 0))
    // So many that a file deleted at the wrong moment is noticed.
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 1...10_000 {
        guard let claim = try? SQLiteDatabase.claim("x", on: path) else { continue }
        holders.withLock { holders in
          holders.now += 1
          holders.most = max(holders.most, holders.now)
          holders.all += 1
        }
        // A little work, during which other threads make their attempts.
        for _ in 1...5 { _ = access(path, F_OK) }
        holders.withLock { $0.now -= 1 }
        claim.release()
      }
    }
    let (now, most, all) = holders.withLock { $0 }
    #expect(now == 0 && most == 1 && all > 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("A database in memory grants a claim once until it is released")
  func inMemory() throws {
    let database = try SQLiteMemoryDatabase()
    let claim = try #require(try database.claim("x"))
    #expect(try database.claim("x") == nil)
    let other = try #require(try database.claim("y"))
    for _ in 1...2 { claim.release() }
    let again = try #require(try database.claim("x"))
    // A second release is not that of the next claim.
    claim.release()
    #expect(try database.claim("x") == nil)
    again.release()
    other.release()
  }
}
