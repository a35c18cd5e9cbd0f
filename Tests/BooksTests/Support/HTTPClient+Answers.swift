import Core
import Services
import Books
import Foundation
import Synchronization

extension MemoryHTTPClient {
  /// Answers each path with JSON; others are 404.
  init(_ answers: [String: String]) {
    self.init { request in
      guard let json = answers[request.url.path] else { return .json(Data("{}".utf8), status: 404) }
      return .json(Data(json.utf8))
    }
  }

  /// Answers every request in the same way.
  init(always response: HTTPResponse) {
    self.init { _ in response }
  }
}

extension HTTPClient {
  /// The JSON answer of a path and its query items.
  func json(
    _ path: String, _ items: [String: String] = [:]
  ) async throws -> (status: Int, object: [String: Any]) {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "openlibrary.org"
    components.path = path
    if !items.isEmpty {
      components.queryItems = items.map { URLQueryItem(name: $0.key, value: $0.value) }
    }
    let response = try await send(HTTPRequest(.get, components.url ?? openLibrary))
    let data = try await response.body.collect(upTo: 4 << 20)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return (response.status, object ?? [:])
  }

  /// The keys of the works that a search finds.
  func keys(_ items: [String: String]) async throws -> [String] {
    let docs = try await json("/search.json", items).object["docs"] as? [[String: Any]]
    return (docs ?? []).compactMap { ($0["key"] as? String)?.components(separatedBy: "/").last }
  }
}

/// What was seen, in the order in which it was seen.
final class Recorder<Element: Sendable>: Sendable {
  private let storage = Mutex<[Element]>([])

  var elements: [Element] { storage.withLock { $0 } }

  func record(_ element: Element) {
    storage.withLock { $0.append(element) }
  }
}
