import Foundation

/// A folder that is deleted with the object.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// Creates an empty folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }
}
