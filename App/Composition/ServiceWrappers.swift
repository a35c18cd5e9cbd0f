public import Books
public import Core

/// What is put around the services that reach outside of the app: a recording, a log, or a test
/// that holds an answer back.
///
/// ```swift
/// let world = AppWorld(options, wrapping: ServiceWrappers(client: { Recording(of: $0) }))
/// ```
@MainActor public struct ServiceWrappers {
  /// Is given the client of the catalogue, and gives what the app uses in its place.
  public var client: (any HTTPClient) -> any HTTPClient
  /// Is given the stores of the libraries, and gives what the app uses in their place.
  public var libraries: (any LibraryStores) -> any LibraryStores

  /// Creates wrappers; without any, the app uses the services as they are.
  public init(
    client: @escaping (any HTTPClient) -> any HTTPClient = { $0 },
    libraries: @escaping (any LibraryStores) -> any LibraryStores = { $0 }
  ) {
    self.client = client
    self.libraries = libraries
  }
}
