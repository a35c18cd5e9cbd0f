public import Foundation

/// Gives the files of cover pictures.
///
/// The contract for implementations is `CoverSourceContract` in the tests.
public protocol CoverSource: Sendable {
  /// Returns the file of a cover, JPEG or PNG by its first bytes and at most
  /// ``CoverFile/largest`` bytes long.
  func cover(_ reference: CoverReference) async throws(CoverError) -> Data
}

/// A cover by its number in a catalogue.
public struct CoverReference: Hashable, Sendable {
  private static let start = "https://covers.openlibrary.org/b/id/"
  private static let end = "-M.jpg?default=false"

  /// The number.
  public let number: Int

  /// Creates a reference.
  public init(_ number: Int) {
    self.number = number
  }

  /// Creates the reference of an address, or nil for the address of something else.
  public init?(address: String) {
    guard address.hasPrefix(Self.start), address.hasSuffix(Self.end) else { return nil }
    let digits = address.dropFirst(Self.start.count).dropLast(Self.end.count)
    guard let number = Int(digits), number > 0, String(number) == digits else { return nil }
    self.number = number
  }

  /// Where the picture is on the network.
  public var address: String { "\(Self.start)\(number)\(Self.end)" }
}

/// Why there is no cover.
public enum CoverError: Error, Hashable, Sendable {
  /// There is no network connection, or none that can be trusted.
  case offline
  /// The catalogue has no such picture.
  case notFound
  /// The catalogue is busy or broken.
  case unavailable(status: Int)
  /// The answer took too long.
  case timedOut
  /// The file is larger than a cover can be.
  case tooLarge
  /// The file is not a picture.
  case notAPicture
  /// The task was cancelled.
  case cancelled
}

/// The conditions for the file of a cover.
public enum CoverFile {
  /// The largest file, in bytes.
  public static let largest = 2 << 20

  /// Returns whether a file begins like JPEG or PNG.
  public static func isPicture(_ data: Data) -> Bool {
    data.count <= largest
      && (data.starts(with: [0xFF, 0xD8, 0xFF])
        || data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  }
}

/// Covers in memory.
public struct MemoryCovers: CoverSource {
  private let files: [CoverReference: Data]

  /// Creates a source of these files.
  public init(_ files: [CoverReference: Data]) {
    self.files = files
  }

  /// Returns a file.
  public func cover(_ reference: CoverReference) async throws(CoverError) -> Data {
    guard let file = files[reference] else { throw .notFound }
    guard file.count <= CoverFile.largest else { throw .tooLarge }
    guard CoverFile.isPicture(file) else { throw .notAPicture }
    return file
  }
}
