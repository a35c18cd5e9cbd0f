import Foundation
import Testing

/// Tests against nginx, over real TLS, which `make test-live` runs. Its nested suites are in the other files.
@Suite("With real servers", .live)
enum RealServers {
  /// The project's folder.
  static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the servers, with `certificates` in it; nil outside of `make test-live`.
  static let folder = ProcessInfo.processInfo.environment["TEST_SERVERS"]

  /// The path of a certificate, or of a folder of some, that `.ci/certificates` has made.
  static func certificate(_ name: String) -> String { "\(folder ?? "")/certificates/\(name)" }
}

extension Trait where Self == ConditionTrait {
  /// Runs only in `make test-live`, which installs nginx and makes certificates.
  static var live: Self { .enabled(if: RealServers.folder != nil, "make test-live runs it") }
}
