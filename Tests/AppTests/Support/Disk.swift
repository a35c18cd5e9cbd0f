@testable import AppComposition
import Core
import Foundation
import Shell
import TestKit

/// A folder in which an app keeps its things, for one test: each window is another start of the app,
/// as in a process of its own.
@MainActor final class Disk {
  nonisolated let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Makes a session as a new process would.
  func session(on day: String = "2026-11-20") async throws(StorageError) -> AppSession {
    let options = LaunchOptions(dataFolder: path, now: CalendarDate(day))
    return try await AppWorld.open(options).makeSession()
  }

  /// Starts the app in another window.
  func window() async throws -> AppDriver {
    let session = try await session()
    let driver = AppDriver(session)
    await session.launch()
    return driver
  }

  /// All files below the folder, with what is in them.
  nonisolated func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let file = "\(path)/\(name)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      files[name] = try Data(contentsOf: URL(filePath: file))
    }
    return files
  }

  /// The files in which a text stands.
  nonisolated func files(holding text: String) throws -> [String] {
    try files().filter { $0.value.firstRange(of: Data(text.utf8)) != nil }.map(\.key).sorted()
  }
}
