import Services
@testable import AppComposition
import AppTerminal
import Core
import Foundation
import Shell
import Synchronization
import TestKit
import Testing

/// An app's data folder for one test. Each window is another start of the app, as in a separate
/// process. A test ends each window that it has opened with `end()`, which checks for leaks; a
/// forgotten window fails the test.
@MainActor final class Disk {
  nonisolated let path: String
  private let openWindows = Mutex<[ObjectIdentifier: String]>([:])

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    for place in openWindows.withLock({ $0.values }) {
      Issue.record("The window opened at \(place) was not ended, so nobody looked for leaks.")
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Creates a session as a new process would.
  func session(on day: String = "2026-11-20") async throws(StorageError) -> AppSession {
    let options = LaunchOptions(dataFolder: path, now: CalendarDate(day))
    return try await AppWorld.open(options).makeSession()
  }

  /// Starts the app in another window.
  func window(at location: SourceLocation = #_sourceLocation) async throws -> AppDriver {
    await launched(try await session(), at: location)
  }

  /// Launches a session as a window of this disk.
  func launched(
    _ session: AppSession, at location: SourceLocation = #_sourceLocation
  ) async -> AppDriver {
    openWindows.withLock { $0[ObjectIdentifier(session)] = "\(location)" }
    await session.launch()
    return AppDriver(session)
  }

  /// Ends windows in order, and checks each for leaks.
  func end(_ windows: AppDriver..., at location: SourceLocation = #_sourceLocation) async {
    for window in windows {
      await window.end(at: location)
      _ = openWindows.withLock { $0.removeValue(forKey: ObjectIdentifier(window.session)) }
    }
  }

  /// Returns all files in the folder with their content.
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

  /// Returns the files that contain a text.
  nonisolated func files(holding text: String) throws -> [String] {
    try files().filter { $0.value.firstRange(of: Data(text.utf8)) != nil }.map(\.key).sorted()
  }
}
