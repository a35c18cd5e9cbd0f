import Foundation
import Services
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("The lock for opening and closing a database")
struct DatabaseLockTests {
  private let folder: TemporaryFolder
  private let path: String
  private var file: String { "\(path)-lock" }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  @Test("A released lock is free, even if a child process inherited its descriptor")
  func inherited() throws {
    let lock = try DatabaseLock(on: path, within: 0)
    let inherited = dup(lock.file.descriptor)
    defer { close(inherited) }
    #expect(throws: StorageError.self) { try DatabaseLock(on: path, within: 0) }
    lock.release()
    try DatabaseLock(on: path, within: 0).release()
  }

  @Test("The lock is waited for briefly while another window closes")
  func waited() async throws {
    let lock = try DatabaseLock(on: path, within: 0)
    let problem = "another window is opening or closing \(path); try again"
    let start = ContinuousClock.now
    #expect(throws: StorageError.unavailable(problem)) {
      try DatabaseLock(on: path, within: 100)
    }
    #expect(start.duration(to: .now) >= .milliseconds(100), "it was not waited for")
    let other = Task.detached { [path] in try DatabaseLock(on: path, within: 60_000) }
    lock.release()
    try await other.value.release()
  }

  @Test("A cancelled task does not wait for the lock")
  func cancelledFolder() async throws {
    let lock = try DatabaseLock(on: path, within: 0)
    let work = Task.detached { [path] in try DatabaseLock(on: path, within: 60_000).release() }
    work.cancel()
    await #expect(throws: StorageError.cancelled) { try await work.value }
    lock.release()
    let missing = folder.file("missing/library.sqlite")
    #expect(throws: StorageError.unavailable("the folder of \(missing) doesn't exist")) {
      try DatabaseLock(on: missing, within: 0)
    }
  }

  @Test("A user who may read the folder, and locks it, delays no window")
  func otherUser() throws {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let lock = try DatabaseLock(on: path, within: 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    lock.release()
    let database = try SQLiteRecovery.openReplaceable(path)
    try database.migrate([.first])
    database.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["library.sqlite"])
  }

  @Test("Threads that acquire and release the lock without a pause never hold it together")
  func atOnce() throws {
    let path = path
    let holders = Mutex<(now: Int, most: Int, all: Int)>((0, 0, 0))
    // So many that a file deleted at the wrong moment is noticed.
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 1...5_000 {
        guard let lock = try? DatabaseLock(on: path, within: 0) else { continue }
        holders.withLock { holders in
          holders.now += 1
          holders.most = max(holders.most, holders.now)
          holders.all += 1
        }
        // A little work, during which other threads make their attempts.
        for _ in 1...5 { _ = access(path, F_OK) }
        holders.withLock { $0.now -= 1 }
        lock.release()
      }
    }
    let (now, most, all) = holders.withLock { $0 }
    #expect(now == 0 && most == 1 && all > 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(
    "A user's file in the place of the lock's or a claim's stays unchanged",
    arguments: ["text", "second name", "link", "folder"])
  func obstacles(_ kind: String) throws {
    let theirs = folder.file("theirs")
    let claimed = "\(path)-claimed"
    try Data(kind == "text" ? "theirs".utf8 : "".utf8).write(to: URL(filePath: theirs))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: theirs)
    for place in [file, claimed] {
      switch kind {
      case "text": try FileManager.default.copyItem(atPath: theirs, toPath: place)
      case "second name": try #require(link(theirs, place) == 0)
      case "link": try #require(symlink(theirs, place) == 0)
      default: try #require(mkdir(place, 0o700) == 0)
      }
    }
    let lock = try DatabaseLock(on: path, within: 0)
    #expect(throws: StorageError.self, "the folder is locked") {
      try DatabaseLock(on: path, within: 0)
    }
    lock.release()
    #expect(throws: StorageError.self) { try SQLiteDatabase.claim("claimed", on: path) }
    var status = stat()
    for place in [file, claimed] { #expect(lstat(place, &status) == 0) }
    #expect(stat(theirs, &status) == 0 && status.st_mode & 0o777 == 0o644)
  }
}
