import Core
import Foundation
import HTTP

/// Loads lists by HTTP: JSON such as `[{"name": "Soup", "note": "Hot"}]`, in which a note may be missing.
struct HTTPTemplateSource: TemplateSource {
  /// The maximum size of a list, in bytes.
  static let maximumSize = 1 << 20

  private struct Record: Decodable {
    let name: String
    let note: String?
  }

  private let client: any HTTPClient

  init(_ client: any HTTPClient) {
    self.client = client
  }

  func drafts(at url: URL) async throws(TemplateSourceError) -> [TemplateDraft] {
    guard url.isHTTP else { throw .address }
    let body: Data?
    let status: Int
    do throws(HTTPError) { (status, body) = try await load(url) } catch {
      throw TemplateSourceError(error)
    }
    guard let body else { throw .refused(status: status) }
    return try await Self.decode(body)
  }

  /// Returns the status and, if the request succeeded, the body.
  private func load(_ url: URL) async throws(HTTPError) -> (status: Int, body: Data?) {
    var options = HTTPOptions()
    options.maximumBodySize = Self.maximumSize
    options.wholeTimeout = .seconds(30)
    let request = HTTPRequest(url: url, headerFields: [.accept: "application/json"])
    let answer = try await client.send(request, options: options)
    let status = answer.response.status
    guard status.kind == .successful else { return (status.code, nil) }
    return (status.code, try await answer.body.collect(upTo: Self.maximumSize))
  }

  /// Decodes a list, away from the main actor. What comes from outside is checked like what is typed.
  @concurrent private static func decode(
    _ data: Data
  ) async throws(TemplateSourceError) -> [TemplateDraft] {
    guard let records = try? JSONDecoder().decode([Record].self, from: data) else {
      throw .unreadable
    }
    guard records.count <= TemplateItem.maximumCount else { throw .tooLarge }
    var drafts: [TemplateDraft] = []
    for record in records {
      var draft = TemplateDraft(name: record.name, note: record.note ?? "")
      guard let name = try? draft.readableName, draft.hasFittingNote else { throw .unreadable }
      draft.name = name
      drafts.append(draft)
    }
    return drafts
  }
}

extension TemplateSourceError {
  /// Says what an error of the network means for a user.
  fileprivate init(_ error: HTTPError) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .invalidRequest: .address
      case .certificate, .tls: .insecure
      case .tooLarge: .tooLarge
      case .headerTooLarge, .malformed, .forbiddenRedirect, .tooManyRedirects, .notRecorded:
        .unreadable
      case .noTransport(let why): .noTransport(why)
      case .proxy(let why): .proxy(why)
      case .offline, .nameNotFound, .refused, .interrupted, .timedOut: .offline
      }
  }
}
