import Foundation

/// A folder that is there for one test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
