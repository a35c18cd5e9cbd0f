import Foundation

/// Loads lists from the web.
///
/// The contract for implementations is `TemplateSourceContract` in the tests.
protocol TemplateSource: Sendable {
  /// Returns the items of the list at an address, in its order. A list with an invalid item, or with more
  /// items than an owner can have, is refused as a whole.
  func drafts(at url: URL) async throws(TemplateSourceError) -> [TemplateDraft]
}
