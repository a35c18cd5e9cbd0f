import Foundation

/// Loads lists from the web.
///
/// The contract for implementations is `TemplateSourceContract` in the tests.
protocol TemplateSource: Sendable {
  /// Returns the items of the list at an address, in its order. A list with an invalid item, or with more
  /// items than an owner can have, is refused as a whole.
  func drafts(at url: URL) async throws(TemplateSourceError) -> [TemplateDraft]
}

/// Why a list was not loaded.
enum TemplateSourceError: Error, Hashable {
  /// The address is not an http or https URL.
  case address
  /// There was no complete answer: no network, no such server, or a connection that ended.
  case offline
  /// The connection is not secure.
  case insecure
  /// The server refused, with this HTTP status.
  case refused(status: Int)
  /// The list has too many bytes or items.
  case tooLarge
  /// The answer is not a list of valid items.
  case unreadable
  /// The task was cancelled.
  case cancelled
}
