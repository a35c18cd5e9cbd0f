import Catalogue

/// The loading state of a screen that reads from a catalogue.
enum LoadingPhase: Hashable {
  case waiting
  case loading
  case ready
  case failed(CatalogueError)

  /// Whether it is a failure that may have passed: the catalogue was away, or a newer appearance of the
  /// screen has cancelled what it was loading.
  var isPassing: Bool {
    switch self {
    case .waiting, .loading, .ready, .failed(.notFound), .failed(.refused): false
    case .failed: true
    }
  }
}
