public import HTTP
import Services
public import Foundation
import Synchronization
import Testing

/// The contract of `HTTPClient`, with a server that answers as ``HTTPContractServer``.
public struct HTTPClientContract: Contract {
  /// The expectations.
  public enum Check: String, CaseIterable, Sendable {
    /// Any status is a response, not an error.
    case statusIsNoError
    /// Method, path, query, fields and body reach the server unchanged, also fields of the same name.
    case sendsEverything
    /// Field names ignore case, and repeated fields are all returned.
    case fieldsIgnoreCase
    /// A response may have an empty body.
    case emptyBody
    /// A body arrives in order, in one piece or several.
    case streams
    /// A body over the reader's limit is an error, even if its size is unknown before.
    case limitsSize
    /// A cancelled task sends nothing: not even the body of its request is read.
    case cancelledBefore
    /// A waiting request ends when its task is cancelled.
    case cancelledMeanwhile
    /// A waiting body ends when its task is cancelled.
    case cancelledInBody
    /// Concurrent requests get their own answers.
    case manyAtOnce
    /// A body over `HTTPOptions.maximumBodySize` is an error, even if its size is unknown before.
    case limitsBody
    /// A request ends when the time for its first byte, without a byte or for everything is over.
    /// The time to connect is not checked.
    case timesOut
    /// Redirects are followed up to `HTTPOptions.maximumRedirects`. The answer has the last URL.
    case followsRedirects
    /// An `Authorization` reaches the server of the request, and no other origin by a redirect.
    case keepsCredentials
  }

  private let client: any HTTPClient
  private let base: URL

  /// Creates the contract for an implementation.
  ///
  /// - Parameters:
  ///   - client: the implementation, which all checks use.
  ///   - base: the server's URL, without a path; see ``HTTPContractServer`` for its redirects.
  public init(_ client: any HTTPClient, base: URL) {
    self.client = client
    self.base = base
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    switch check {
    case .statusIsNoError:
      for status in [200, 204, 304, 404, 500, 503] {
        #expect(try await send("status/\(status)").response.status.code == status)
      }
    case .sendsEverything: try await sendsEverything()
    case .fieldsIgnoreCase:
      let fields = try await send("fields").response.headerFields
      #expect(fields[try name("x-probe")] == "One, Two")
      #expect(fields[values: try name("X-PROBE")] == ["One", "Two"])
      #expect(fields[try name("x-missing")] == nil)
    case .emptyBody:
      #expect(try await send("status/204").body.collect(upTo: 0).isEmpty)
    case .streams:
      var all = Data()
      for try await chunk in try await send("chunks").body { all += chunk }
      #expect(String(decoding: all, as: UTF8.self) == "one two three")
    case .limitsSize:
      let large = HTTPContractServer.largeSize
      #expect(try await send("large").body.collect(upTo: large).count == large)
      #expect(try await send("chunks").body.collect(upTo: 13).count == 13)
      for (path, limit) in [("large", large - 1), ("large", 0), ("chunks", 5), ("chunks", 12)] {
        let body = try await send(path).body
        await #expect(throws: HTTPError.tooLarge(limit: limit)) {
          try await body.collect(upTo: limit)
        }
      }
    case .cancelledBefore: await cancelledBefore()
    case .cancelledMeanwhile:
      let task = Task.begun { try await send("never").response.status }
      task.cancel()
      await #expect(throws: HTTPError.cancelled) { try await task.value }
    case .cancelledInBody:
      let task = Task {
        var count = 0
        for try await chunk in try await send("stall").body {
          count += chunk.count
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return count
      }
      await #expect(throws: HTTPError.cancelled) { try await task.value }
    case .manyAtOnce:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for status in 400..<420 {
          group.addTask {
            let answer = try await send("status/\(status)")
            #expect(answer.response.status.code == status)
          }
        }
        try await group.waitForAll()
      }
    case .limitsBody: try await limitsBody()
    case .timesOut: try await timesOut()
    case .followsRedirects: try await followsRedirects()
    case .keepsCredentials: try await keepsCredentials()
    }
  }

  private func sendsEverything() async throws {
    let sent = Data([0, 13, 10, 255])
    let path = "echo/a%20b%2Fc?q=1&r=d%26e%20f"
    let again: HTTPFields = [try name("X-Probe"): "Again"]
    for method in [HTTPRequest.Method.post, .put, .patch, .delete, .get] {
      let hasBody = method != .delete && method != .get
      let answer = try await send(path, method, body: hasBody ? HTTPBody(sent) : nil, fields: again)
      let fields = answer.response.headerFields
      #expect(fields[try name("x-method")] == method.rawValue)
      #expect(fields[try name("x-target")] == "/\(path)")
      // One field with both values is the same (RFC 9110, section 5.3).
      #expect(fields[try name("x-echo")] == "Probe, Again")
      #expect(try await answer.body.collect(upTo: 100) == (hasBody ? sent : Data()))
    }
  }

  private func cancelledBefore() async {
    // A client that sends the request and then throws has read its body.
    let reads = Atomic(0)
    let body = HTTPBody(length: 4) { () async throws(HTTPError) in
      reads.add(1, ordering: .relaxed).oldValue == 0 ? Data("sent".utf8) : nil
    }
    let requests: [(HTTPRequest.Method, HTTPBody?)] = [(.get, nil), (.post, body)]
    for (method, body) in requests {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await send("echo", method, body: body).response.status
      }
      await #expect(throws: HTTPError.cancelled) { try await task.value }
    }
    #expect(reads.load(ordering: .relaxed) == 0, "nothing is sent")
  }

  private func limitsBody() async throws {
    for (path, size) in [("large", HTTPContractServer.largeSize), ("chunks", 13)] {
      var options = Self.patient
      options.maximumBodySize = size
      #expect(try await read(path, options).count == size)
      options.maximumBodySize = size - 1
      await #expect(throws: HTTPError.tooLarge(limit: size - 1)) { try await read(path, options) }
    }
  }

  private func timesOut() async throws {
    let short = Duration.milliseconds(200)
    var (first, idle, whole) = (Self.patient, Self.patient, Self.patient)
    first.firstByteTimeout = short
    idle.idleTimeout = short
    whole.wholeTimeout = short
    // The wait for an answer isn't silence within it.
    var slow = idle
    slow.firstByteTimeout = short * 4
    let ends: [(String, HTTPOptions, HTTPError.Timeout)] = [
      ("never", first, .firstByte), ("never", slow, .firstByte), ("stall", idle, .idle),
      ("never", whole, .whole), ("stall", whole, .whole),
    ]
    for (path, options, timeout) in ends {
      await #expect(throws: HTTPError.timedOut(timeout)) { try await read(path, options) }
    }
  }

  private func followsRedirects() async throws {
    let last = base.appending(path: "redirect/0").absoluteString
    for count in [0, 3, 10] {
      let answer = try await send("redirect/\(count)", options: Self.following(count))
      #expect(answer.response.status == .ok)
      #expect(answer.url.absoluteString == last)
    }
    // At most ten are followed, whatever the options say.
    for (count, limit) in [(3, 2), (11, 20)] {
      await #expect(throws: HTTPError.tooManyRedirects) {
        try await send("redirect/\(count)", options: Self.following(limit)).response
      }
    }
    let answer = try await send("redirect/1", options: Self.following(0))
    #expect(answer.response.status == .found)
    #expect(answer.response.headerFields[.location] == "/redirect/0")
    #expect(answer.url == base.appending(path: "redirect/1"))
  }

  private func keepsCredentials() async throws {
    let credentials: HTTPFields = [.authorization: "secret"]
    let own = try await send("echo", fields: credentials, options: Self.patient)
    #expect(own.response.headerFields[try name("X-Authorization")] == "secret")
    let other = try await send("redirect/elsewhere", fields: credentials, options: Self.patient)
    #expect(other.response.status == .ok)
    #expect(other.url.host() != base.host())
    #expect(other.response.headerFields[try name("X-Authorization")] == nil)
  }

  /// Options with times that are long enough for a slow machine.
  private static let patient = {
    var options = HTTPOptions()
    options.connectTimeout = .seconds(600)
    options.firstByteTimeout = .seconds(600)
    options.idleTimeout = .seconds(600)
    return options
  }()

  private static func following(_ redirects: Int) -> HTTPOptions {
    var options = patient
    options.maximumRedirects = redirects
    return options
  }

  /// Sends a GET, and reads the body to its end.
  private func read(_ path: String, _ options: HTTPOptions) async throws -> Data {
    try await send(path, options: options).body.collect(upTo: 1 << 20)
  }

  private func name(_ name: String) throws -> HTTPField.Name {
    try #require(HTTPField.Name(name))
  }

  private func send(
    _ path: String, _ method: HTTPRequest.Method = .get, body: HTTPBody? = nil,
    fields: HTTPFields = [:], options: HTTPOptions = HTTPOptions()
  ) async throws -> HTTPAnswer {
    let url = try #require(URL(string: "/\(path)", relativeTo: base)).absoluteURL
    let probe: HTTPFields = [try name("X-Probe"): "Probe"]
    let request = HTTPRequest(method: method, url: url, headerFields: probe + fields)
    return try await client.send(request, body: body, options: options)
  }
}
