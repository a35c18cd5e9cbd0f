import Foundation
import HTTP

/// Answers from memory, for tests and previews.
struct MemoryTemplateSource: TemplateSource {
  /// The answer at each address; any other address has no list.
  var answers: [URL: Result<[TemplateDraft], TemplateSourceError>] = [:]

  func drafts(at url: URL) async throws(TemplateSourceError) -> [TemplateDraft] {
    guard url.isHTTP else { throw .address }
    if Task.isCancelled { throw .cancelled }
    return try (answers[url] ?? .failure(.refused(status: 404))).get()
  }
}
