/// Why a list was not loaded.
enum TemplateSourceError: Error, Hashable {
  /// The address is not an http or https URL.
  case address
  /// There was no complete answer: no network, no such server, or a connection that ended.
  case offline
  /// This machine can't send requests, in words of the network's code that say why.
  case noTransport(String)
  /// The proxy refuses, or can't be used, in words of the network's code.
  case proxy(String)
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
