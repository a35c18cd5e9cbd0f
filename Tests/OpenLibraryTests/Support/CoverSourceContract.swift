import Catalogue
import Foundation
import TestKit
import Testing

/// The contract of `CoverSource`.
struct CoverSourceContract: Contract {
  /// The expectations.
  enum Check: String, CaseIterable, Sendable {
    /// A file arrives as it is, each under its own number.
    case givesFiles
    /// A number without a file is not found.
    case missesOthers
    /// A file of the largest size arrives, one byte more is refused.
    case boundsSize
    /// A file that does not begin like JPEG or PNG is refused, also an empty one.
    case refusesOtherFiles
  }

  private let make: @Sendable ([CoverReference: Data]) -> any CoverSource

  /// Creates the contract for an implementation that has these files.
  init(_ make: @escaping @Sendable ([CoverReference: Data]) -> any CoverSource) {
    self.make = make
  }

  /// Returns a file that begins like a picture.
  static func file(bytes: Int) -> Data {
    CoverSample.jpeg + Data(count: bytes - CoverSample.jpeg.count)
  }

  /// Runs one check.
  func verify(_ check: Check) async throws {
    let (one, other) = (CoverReference(1), CoverReference(22))
    switch check {
    case .givesFiles:
      let other = (reference: other, file: Self.file(bytes: 4000))
      let source = make([one: CoverSample.jpeg, other.reference: other.file])
      #expect(try await source.cover(one) == CoverSample.jpeg)
      #expect(try await source.cover(other.reference) == other.file)
    case .missesOthers:
      let source = make([one: CoverSample.jpeg])
      await #expect(throws: CoverError.notFound) { try await source.cover(other) }
    case .boundsSize:
      let source = make([
        one: Self.file(bytes: CoverFile.largest), other: Self.file(bytes: CoverFile.largest + 1),
      ])
      #expect(try await source.cover(one).count == CoverFile.largest)
      await #expect(throws: CoverError.tooLarge) { try await source.cover(other) }
    case .refusesOtherFiles:
      for file in [Data(), Data("<html>".utf8), Data("GIF89a".utf8), CoverSample.jpeg.prefix(2)] {
        let source = make([one: file])
        await #expect(throws: CoverError.notAPicture) { try await source.cover(one) }
      }
    }
  }
}
