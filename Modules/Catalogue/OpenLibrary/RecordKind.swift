import Foundation

/// The kind of an answer, which follows from the path of its request.
enum RecordKind {
  case search, trending, subject, work, author, editions
  /// Any other path; its answer is only checked to be a JSON object.
  case other

  /// - Parameter path: the path of the URL.
  init(path: String) {
    let parts = path.split(separator: "/")
    self =
      switch (parts.first, parts.count) {
      case ("search.json", 1): .search
      case ("trending", 2): .trending
      case ("subjects", 2): .subject
      case ("works", 2): .work
      case ("works", 3) where parts.last == "editions.json": .editions
      case ("authors", 2): .author
      default: .other
      }
  }

  /// Whether 404 is an answer: to a question for one record, not for a list.
  var mayBeMissing: Bool {
    switch self {
    case .search, .trending, .subject: false
    case .work, .author, .editions, .other: true
    }
  }

  /// Whether it is an answer: JSON with what such an answer must have, and no error that is called one.
  func isReadable(_ data: Data) -> Bool {
    switch self {
    case .search: decoded(SearchRecord.self, data) != nil
    case .trending: decoded(TrendingRecord.self, data) != nil
    case .subject: decoded(SubjectRecord.self, data) != nil
    // A record without a name may be a replaced or deleted one; that has a type.
    case .work: decoded(WorkRecord.self, data).map { $0.type != nil || $0.title != nil } ?? false
    case .author: decoded(AuthorRecord.self, data).map { $0.type != nil || $0.name != nil } ?? false
    case .editions: decoded(EditionsRecord.self, data) != nil
    case .other: decoded(AnyRecord.self, data) != nil
    }
  }

  private func decoded<Record: Decodable>(_ type: Record.Type, _ data: Data) -> Record? {
    try? RecordJSON.decode(type, from: data)
  }
}

/// Any object.
private struct AnyRecord: Decodable {
  private enum CodingKeys: CodingKey {}

  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }
}
