import Foundation
import TestKit
import Testing

@testable import Template

/// The requirements for every `TemplateSource`.
struct TemplateSourceContract: Contract {
  enum Check: String, CaseIterable, Sendable {
    case loads, loadsAnEmptyList, refusesOtherAddresses, refusesOtherSchemes, endsWhenCancelled
  }

  /// Uses a source, with the address of a list.
  typealias Body = (_ source: any TemplateSource, _ url: URL) async throws -> Void

  private let serve: @Sendable ([TemplateDraft], Body) async throws -> Void

  /// - Parameter serve: calls a body with a source that has a list with these items at one address of
  ///   its host, and nothing at others.
  init(_ serve: @escaping @Sendable ([TemplateDraft], Body) async throws -> Void) {
    self.serve = serve
  }

  func verify(_ check: Check) async throws {
    let drafts = [
      TemplateDraft(name: "Soup", note: "Hot\nor 👩‍👩‍👧"), TemplateDraft(name: "Ale"),
      TemplateDraft(name: "Soup"),
    ]
    try await serve(check == .loadsAnEmptyList ? [] : drafts) { source, url in
      switch check {
      case .loads: #expect(try await source.drafts(at: url) == drafts)
      case .loadsAnEmptyList: #expect(try await source.drafts(at: url) == [])
      case .refusesOtherAddresses:
        await #expect(throws: TemplateSourceError.refused(status: 404)) {
          try await source.drafts(at: url.appending(path: "other"))
        }
      case .refusesOtherSchemes:
        for text in ["file:///etc/passwd", "ftp://127.0.0.1/list", "list.json", "http:///list"] {
          let other = try #require(URL(string: text))
          await #expect(throws: TemplateSourceError.address, "\(text)") {
            try await source.drafts(at: other)
          }
        }
      case .endsWhenCancelled:
        let loading = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          return try await source.drafts(at: url)
        }
        await #expect(throws: TemplateSourceError.cancelled) { try await loading.value }
      }
    }
  }
}
