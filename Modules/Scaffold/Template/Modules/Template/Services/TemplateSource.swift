import Foundation

/// Loads lists from the web.
///
/// The contract for implementations is `TemplateSourceContract` in the tests.
protocol TemplateSource: Sendable {
  /// Returns the items of the list at an address, in its order. They are valid and as many as an owner
  /// can add at most; otherwise the whole list is refused.
  func drafts(at url: URL) async throws(TemplateSourceError) -> [TemplateDraft]
}

/// Why a list was not loaded.
enum TemplateSourceError: Error, Hashable {
  /// The address is not one of the web.
  case address
  /// There was no complete answer: no network, no such server, or a connection that ended.
  case offline
  /// The connection is not secure.
  case insecure
  /// The server refused, with a status of HTTP.
  case refused(status: Int)
  /// The list has too many bytes or items.
  case tooLarge
  /// The answer is not a list of valid items.
  case unreadable
  /// The task was cancelled.
  case cancelled
}
