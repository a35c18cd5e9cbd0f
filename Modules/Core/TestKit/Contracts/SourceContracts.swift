public import Services
import Testing

/// The contract of `IdentifierSource`.
public struct IdentifierSourceContract: Contract {
  /// The expectations.
  public enum Check: String, CaseIterable, Sendable {
    /// An identifier begins with its prefix and a hyphen, and is longer.
    case hasPrefix
    /// Identifiers are unique, also from concurrent tasks.
    case isUnique
    /// Only letters, digits and hyphens, for keys and links.
    case isPlain
  }

  private let make: @Sendable () -> any IdentifierSource

  /// Creates the contract for an implementation.
  public init(_ make: @escaping @Sendable () -> any IdentifierSource) {
    self.make = make
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    let source = make()
    switch check {
    case .hasPrefix:
      let identifier = source.next("shelf")
      #expect(identifier.hasPrefix("shelf-"))
      #expect(identifier.count > "shelf-".count)
    case .isUnique:
      let all = await withTaskGroup(of: [String].self) { group in
        for _ in 0..<8 { group.addTask { (0..<500).map { _ in source.next("a") } } }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(Set(all).count == 4000)
    case .isPlain:
      let isPlain = source.next("a").utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return character == "-" || (character.isASCII && character.isLetter) || character.isNumber
      }
      #expect(isPlain)
    }
  }
}

/// The contract of `RandomSource`.
public struct RandomSourceContract: Contract {
  /// The expectations.
  public enum Check: String, CaseIterable, Sendable {
    /// A bounded number is within its bounds, and each number occurs.
    case staysBelow
    /// A bound of 1, or an invalid one, returns 0.
    case smallestBound
    /// The bits vary.
    case changes
  }

  private let make: @Sendable () -> any RandomSource

  /// Creates the contract for an implementation.
  public init(_ make: @escaping @Sendable () -> any RandomSource) {
    self.make = make
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    let source = make()
    switch check {
    case .staysBelow:
      let numbers = (0..<2000).map { _ in source.next(below: 6) }
      #expect(Set(numbers) == Set(0..<6))
      #expect(source.next(below: .max) >= 0)
    case .smallestBound:
      for bound in [1, 0, -7, .min] { #expect(source.next(below: bound) == 0) }
    case .changes:
      #expect(Set((0..<100).map { _ in source.next() }).count == 100)
    }
  }
}
