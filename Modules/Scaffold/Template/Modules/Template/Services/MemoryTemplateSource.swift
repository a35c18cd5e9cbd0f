import Foundation
import HTTP

/// A web without a network, for tests and previews.
struct MemoryTemplateSource: TemplateSource {
  /// The answers by their addresses; any other address has no list.
  var answers: [URL: Result<[TemplateDraft], TemplateSourceError>] = [:]

  func drafts(at url: URL) async throws(TemplateSourceError) -> [TemplateDraft] {
    guard url.isHTTP else { throw .address }
    if Task.isCancelled { throw .cancelled }
    return try (answers[url] ?? .failure(.refused(status: 404))).get()
  }
}
