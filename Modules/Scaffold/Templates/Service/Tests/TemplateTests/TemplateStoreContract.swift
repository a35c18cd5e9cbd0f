import Services
import TestKit
import Testing

@testable import Template

/// The requirements for every `TemplateStore`.
struct TemplateStoreContract: Contract {
  enum Check: String, CaseIterable, Sendable {
    case keepsMarks, addsAMarkOnce, removes, keepsOwnersApart, hasAnEnd, takesManyAtOnce
  }

  /// The maximum number of marks in the tested store.
  static let limit = 5
  private let make: @Sendable () throws -> any TemplateStore

  /// - Parameter make: creates an empty store with the limit.
  init(_ make: @escaping @Sendable () throws -> any TemplateStore) {
    self.make = make
  }

  func verify(_ check: Check) async throws {
    let store = try make()
    let (one, two) = (try TemplateMark.sample(1), try TemplateMark.sample(2))
    switch check {
    case .keepsMarks:
      #expect(try await store.marks(of: .guest) == [])
      #expect(try await store.add(one, of: .guest))
      #expect(try await store.add(two, of: .guest))
      #expect(try await store.marks(of: .guest) == [one, two])
    case .addsAMarkOnce:
      #expect(try await store.add(one, of: .guest))
      #expect(try await store.add(one, of: .guest))
      #expect(try await store.marks(of: .guest) == [one])
    case .removes:
      #expect(try await store.add(one, of: .guest))
      try await store.remove(two, of: .guest)
      #expect(try await store.marks(of: .guest) == [one])
      try await store.remove(one, of: .guest)
      #expect(try await store.marks(of: .guest) == [])
    case .keepsOwnersApart:
      let (ada, bo) = (Owner.account("ada"), Owner.account("bo"))
      #expect(try await store.add(one, of: ada))
      #expect(try await store.marks(of: bo) == [])
      #expect(try await store.marks(of: .guest) == [])
      try await store.remove(one, of: bo)
      #expect(try await store.marks(of: ada) == [one])
    case .hasAnEnd:
      for number in 1...Self.limit {
        #expect(try await store.add(.sample(number), of: .guest))
      }
      #expect(try await !store.add(.sample(0), of: .guest))
      #expect(try await store.add(one, of: .guest), "a mark that is there adds none")
      #expect(try await store.marks(of: .guest).count == Self.limit)
      #expect(try await store.add(.sample(0), of: .account("ada")))
    case .takesManyAtOnce:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask { _ = try await store.add(.sample(number), of: .guest) }
        }
        try await group.waitForAll()
      }
      #expect(try await store.marks(of: .guest).count == Self.limit)
    }
  }
}

extension TemplateMark {
  /// A mark for tests.
  static func sample(_ number: Int) throws -> TemplateMark {
    try #require(TemplateMark("things/\(number)"))
  }
}
