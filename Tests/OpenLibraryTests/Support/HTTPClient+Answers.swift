import HTTP
import Services
import Foundation
import Synchronization

extension MemoryHTTPClient {
  /// Answers each path with JSON; others are 404.
  init(_ answers: [String: String]) {
    self.init { request in
      guard let json = answers[request.url.path] else {
        return .json(Data("{}".utf8), status: .notFound, from: request.url)
      }
      return .json(Data(json.utf8), from: request.url)
    }
  }

  /// Answers every request with the same response.
  init(always answer: HTTPAnswer) {
    self.init { _ in answer }
  }
}

/// The URL of Open Library.
let openLibrary = URL(string: "https://openlibrary.org") ?? URL(filePath: "/")

/// Records elements in order.
final class Recorder<Element: Sendable>: Sendable {
  private let storage = Mutex<[Element]>([])

  var elements: [Element] { storage.withLock { $0 } }

  func record(_ element: Element) {
    storage.withLock { $0.append(element) }
  }
}
