import Foundation
import HTTP
import TestKit
import Testing

@testable import Template

@Suite("Sources of Template") struct TemplateSourceTests {
  @Test("In memory", arguments: TemplateSourceContract.Check.allCases)
  func memory(_ check: TemplateSourceContract.Check) async throws {
    let url = try #require(URL(string: "https://example.org/list.json"))
    try await TemplateSourceContract { drafts, body in
      try await body(MemoryTemplateSource(answers: [url: .success(drafts)]), url)
    }.verify(check)
  }

  @Test("By HTTP", arguments: TemplateSourceContract.Check.allCases)
  func http(_ check: TemplateSourceContract.Check) async throws {
    try await TemplateSourceContract { drafts, body in
      try await withServer { request in
        request.path == "/list" ? .list(drafts) : ServerReply(status: .notFound)
      } run: { server in
        try await body(HTTPTemplateSource(PatientClient()), server.url("/list"))
      }
    }.verify(check)
  }

  /// A server's answer, and the reported error.
  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let error: TemplateSourceError
    let reply: ServerReply

    init(_ name: String, _ error: TemplateSourceError, _ reply: ServerReply) {
      (testDescription, self.error, self.reply) = (name, error, reply)
    }

    init(_ name: String, _ error: TemplateSourceError, json: String) {
      self.init(name, error, ServerReply(body: json))
    }

    static let endless = ServerReply.wire([
      .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n["),
      .sendForever(Data(#"{"name":"a"},"#.utf8)),
    ])
    static let longName = String(repeating: "a", count: TemplateItem.maximumNameLength + 1)
    static let longNote = String(repeating: "a", count: TemplateItem.maximumNoteLength + 1)

    static let all = [
      Fault("a missing page", .refused(status: 404), ServerReply(status: .notFound, body: "[]")),
      Fault("a server in trouble", .refused(status: 500), ServerReply(status: 500)),
      Fault("a redirect in a circle", .unreadable, .redirect(to: "/")),
      Fault("a redirect to a file", .unreadable, .redirect(to: "file:///etc/passwd")),
      Fault("no answer", .offline, .misbehaving(.connection(.closesAtOnce))),
      Fault("a cut-off answer", .offline, .misbehaving(.connection(.resetsInBody))),
      Fault("an endless answer", .tooLarge, endless),
      Fault("HTML", .unreadable, .misbehaving(.content(.html))),
      Fault("cut-off JSON", .unreadable, json: #"[{"name": "a"}"#),
      Fault("no array", .unreadable, json: #"{"name": "a"}"#),
      Fault("an item without a name", .unreadable, json: #"[{"note": "a"}]"#),
      Fault("an empty name", .unreadable, json: #"[{"name": "a"}, {"name": " "}]"#),
      Fault("a long name", .unreadable, json: #"[{"name": "\#(longName)"}]"#),
      Fault("a long note", .unreadable, json: #"[{"name": "a", "note": "\#(longNote)"}]"#),
      Fault(
        "a note of one huge character", .unreadable,
        .list([TemplateDraft(name: "a", note: .hugeCharacter)])),
      Fault("control characters in a name", .unreadable, json: #"[{"name": "\u001b[2Ja"}]"#),
      Fault("an invisible name", .unreadable, json: #"[{"name": "\u202e"}]"#),
      Fault("too many items", .tooLarge, .list(items(TemplateItem.maximumCount + 1))),
      Fault("far too many items", .tooLarge, .list(items(100_000))),
    ]

    private static func items(_ count: Int) -> [TemplateDraft] {
      Array(repeating: TemplateDraft(name: "a"), count: count)
    }
  }

  @Test("A list that can't be loaded is reported, and nothing of it is used", arguments: Fault.all)
  func faults(_ fault: Fault) async throws {
    try await withServer { _ in
      fault.reply
    } run: { server in
      await #expect(throws: fault.error) {
        try await HTTPTemplateSource(PatientClient()).drafts(at: server.url())
      }
    }
  }

  @Test("A request asks for JSON, and has a limit of time and of size")
  func limits() async throws {
    let client = MemoryHTTPClient { request, _, options throws(HTTPError) in
      #expect(request.headerFields[.accept] == "application/json")
      #expect(options.wholeTimeout != nil)
      #expect(options.maximumBodySize == HTTPTemplateSource.maximumSize)
      return .json(Data("[]".utf8), from: request.url)
    }
    let url = try #require(URL(string: "https://example.org/list.json"))
    #expect(try await HTTPTemplateSource(client).drafts(at: url) == [])
  }

  @Test("A list of the maximum size is loaded, with names as a form takes them")
  func maximum() async throws {
    let count = TemplateItem.maximumCount
    let drafts = Array(repeating: TemplateDraft(name: "  Soup "), count: count)
    try await withServer { _ in
      .list(drafts)
    } run: { server in
      let loaded = try await HTTPTemplateSource(PatientClient()).drafts(at: server.url())
      #expect(loaded.count == count)
      #expect(loaded.allSatisfy { $0.name == "Soup" })
    }
  }

  @Test("Cancelling ends a transfer that has begun")
  func cancelling() async throws {
    try await withServer { _ in
      .misbehaving(.connection(.silentInBody))
    } run: { server in
      let loading = Task {
        try await HTTPTemplateSource(PatientClient()).drafts(at: server.url())
      }
      try await server.request(1)
      loading.cancel()
      await #expect(throws: TemplateSourceError.cancelled) { try await loading.value }
      try await server.end(ofConnection: 1)
    }
  }

  @Test(
    "An error of the network is reported by its remedy",
    arguments: [
      (HTTPError.nameNotFound(host: "a"), TemplateSourceError.offline),
      (.timedOut(.whole), .offline), (.noTransport("no memory"), .noTransport("no memory")),
      (.proxy("status 403"), .proxy("status 403")),
      (.certificate(.expired, host: "a"), .insecure), (.invalidRequest, .address),
    ])
  func errors(_ error: HTTPError, _ reported: TemplateSourceError) async throws {
    let client = MemoryHTTPClient { _ throws(HTTPError) in throw error }
    let url = try #require(URL(string: "https://example.org"))
    await #expect(throws: reported) { try await HTTPTemplateSource(client).drafts(at: url) }
  }
}

extension ServerReply {
  /// Answers with a list as JSON; an empty note is left out.
  static func list(_ drafts: [TemplateDraft]) -> ServerReply {
    let items = drafts.map { draft in
      ["name": draft.name].merging(draft.note.isEmpty ? [:] : ["note": draft.note]) { $1 }
    }
    let body = (try? JSONEncoder().encode(items)) ?? Data()
    return ServerReply(fields: [.contentType: "application/json"], body: .data(body))
  }
}
