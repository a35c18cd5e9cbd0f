public import Services
import Foundation
import Synchronization

/// Answers the requests of ``OpenLibraryCatalogue`` from records in the binary, as the service
/// would: a catalogue without a network, under the same code.
///
/// It knows `/search.json`, `/works/KEY.json`, `/authors/KEY.json`, `/subjects/NAME.json` and
/// `/trending/daily.json`; anything else is 404. The service's habits are kept: fields may be
/// missing, a page may repeat a book of the page before, `numFound` then grows by one, and covers
/// may be -1. The host of a request is not looked at. Two things are its own: `language:` asks for
/// the original language, as ``BookQuery`` means it, and a work is also found by its old keys.
///
/// ```swift
/// let catalogue = OpenLibraryCatalogue(
///   source: "embedded", base: base, client: EmbeddedCatalogueClient(logger: logger))
/// ```
public struct EmbeddedCatalogueClient: HTTPClient {
  let records: CatalogueRecords
  private let report: DamageReport

  /// Creates a client for the records in the binary. What is decoded is shared by all of them.
  ///
  /// - Parameter logger: is told once, if there are records that can't be read.
  public init(logger: (any AppLogger)? = nil) {
    records = .embedded
    report = DamageReport(logger)
  }

  /// Creates a client for other records, each text with one JSON record a line.
  ///
  /// - Parameters:
  ///   - works: works, redirects and deleted records.
  ///   - authors: the works' authors.
  ///   - editions: the works' editions, one for each language.
  ///   - featured: keys of works without a path, one a line.
  ///   - logger: is told once, if there are records that can't be read.
  public init(
    works: String, authors: String, editions: String, featured: String,
    logger: (any AppLogger)? = nil
  ) {
    records = CatalogueRecords(
      works: works, authors: authors, editions: editions, featured: featured)
    report = DamageReport(logger)
  }

  /// Answers at once what was asked before, and anything else off the caller's actor.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    guard request.method == .get else { return Self.error("methodnotallowed", status: 405) }
    let address = request.url.absoluteString
    if let known = records.answers[address] { return .json(Data(known)) }
    return await found(address)
  }

  @concurrent
  private func found(_ address: String) async -> HTTPResponse {
    answer(to: address) ?? Self.error("notfound", status: 404)
  }

  /// The index, and a line in the log if it is not whole.
  var index: SearchIndex {
    let index = records.index
    report.tell(index.damage)
    return index
  }

  private static func error(_ name: StaticString, status: Int) -> HTTPResponse {
    var json = JSONBytes()
    json.append(#"{"error":"#)
    json.append(quoted: name.description)
    json.append("}")
    return .json(Data(json.bytes), status: status)
  }
}

/// Tells a logger once about records that can't be read.
private final class DamageReport: Sendable {
  private let logger: (any AppLogger)?
  private let isTold = Mutex(false)

  init(_ logger: (any AppLogger)?) {
    self.logger = logger
  }

  func tell(_ damage: [String]) {
    guard let logger, !damage.isEmpty else { return }
    let isFirst = isTold.withLock { told in
      defer { told = true }
      return !told
    }
    if isFirst {
      logger.log(
        .error, "Lines of the catalogue that are no records: \(damage.joined(separator: "; "))")
    }
  }
}
