import Foundation
import HTTP
import TestKit
import Testing

@Suite("The contract of HTTP clients")
struct HTTPClientContractTests {
  @Test(
    "A client that ignores the options, or sends credentials to another origin, is found",
    arguments: [
      HTTPClientContract.Check.limitsBody, .timesOut, .followsRedirects, .keepsCredentials,
    ])
  func careless(_ check: HTTPClientContract.Check) async throws {
    let base = try #require(URL(string: "http://memory.invalid"))
    await withKnownIssue {
      try await HTTPClientContract(CarelessClient(), base: base).verify(check)
    }
  }

  @Test(
    "A client that loses a part of a request, confuses answers or notices late is found",
    arguments: Fault.allCases)
  func faulty(_ fault: Fault) async throws {
    let base = try #require(URL(string: "http://memory.invalid"))
    await withKnownIssue {
      try await HTTPClientContract(FaultyClient(fault: fault), base: base).verify(fault.check)
    }
  }
}

/// What a client does wrong with a request.
enum Fault: CaseIterable, Sendable {
  case dropsQuery, decodesPath, dropsRepeatedFields, swapsAnswers, noticesLate

  /// The check that finds it.
  var check: HTTPClientContract.Check {
    switch self {
    case .dropsQuery, .decodesPath, .dropsRepeatedFields: .sendsEverything
    case .swapsAnswers: .manyAtOnce
    case .noticesLate: .cancelledBefore
    }
  }
}

/// A client with one fault.
private struct FaultyClient: HTTPClient {
  let fault: Fault

  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    if fault != .noticesLate, Task.isCancelled { throw .cancelled }
    let answer = try await HTTPContractServer.answer(sent(request), body, options)
    if Task.isCancelled { throw .cancelled }
    return answer
  }

  private func sent(_ request: HTTPRequest) -> HTTPRequest {
    var (sent, text) = (request, request.url.absoluteString)
    switch fault {
    case .dropsQuery: text = String(text.prefix { $0 != "?" })
    case .decodesPath: text = text.replacing("%2F", with: "/")
    case .dropsRepeatedFields:
      for field in request.headerFields { sent.headerFields[field.name] = field.value }
    case .swapsAnswers:
      if text.hasSuffix("401") || text.hasSuffix("402") {
        text = text.dropLast() + (text.hasSuffix("1") ? "2" : "1")
      }
    case .noticesLate: break
    }
    sent.url = URL(string: text) ?? request.url
    return sent
  }
}

/// A client that follows every redirect with all fields, with options of its own.
private struct CarelessClient: HTTPClient {
  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    var options = HTTPOptions()
    (options.firstByteTimeout, options.idleTimeout) = (.zero, .zero)
    var next = request
    while true {
      var answer = try await HTTPContractServer.answer(next, body, options)
      guard let location = answer.response.headerFields[.location],
        let url = URL(string: location, relativeTo: next.url)
      else {
        answer.url = request.url
        return answer
      }
      next.url = url.absoluteURL
    }
  }
}

@Suite("The client in memory fulfils the contract of HTTP clients")
struct MemoryHTTPClientTests {
  @Test("A client in memory fulfils the contract", arguments: HTTPClientContract.Check.allCases)
  func client(_ check: HTTPClientContract.Check) async throws {
    let base = try #require(URL(string: "http://memory.invalid"))
    try await HTTPClientContract(MemoryHTTPClient(HTTPContractServer.answer), base: base).verify(
      check)
  }
}
