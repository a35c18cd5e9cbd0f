import Foundation

/// A folder that is there for as long as the object lives.
public final class TemporaryFolder: Sendable {
  /// Where it is.
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
