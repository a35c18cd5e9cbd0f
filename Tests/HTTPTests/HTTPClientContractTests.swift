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

  @Test("A client with one fault is found", arguments: Fault.allCases)
  func faulty(_ fault: Fault) async throws {
    let base = try #require(URL(string: "http://memory.invalid"))
    for check in fault.checks {
      await withKnownIssue("\(check)") {
        try await HTTPClientContract(FaultyClient(fault: fault), base: base).verify(check)
      }
    }
  }
}

/// What a client does wrong with a request or an answer.
enum Fault: CaseIterable, Sendable {
  case dropsQuery, decodesPath, dropsRepeatedFields, swapsAnswers, noticesLate
  case failsForStatus, losesRepeats, fillsBody, cutsBody, confusesErrors

  /// The checks that find it.
  var checks: [HTTPClientContract.Check] {
    switch self {
    case .dropsQuery, .decodesPath, .dropsRepeatedFields: [.sendsEverything]
    case .swapsAnswers: [.manyAtOnce]
    case .noticesLate: [.cancelledBefore]
    case .failsForStatus: [.statusIsNoError]
    case .losesRepeats: [.fieldsIgnoreCase]
    case .fillsBody: [.emptyBody]
    case .cutsBody: [.streams, .limitsSize, .cancelledInBody]
    case .confusesErrors: [.cancelledMeanwhile]
    }
  }
}

/// A client with one fault.
private struct FaultyClient: HTTPClient {
  let fault: Fault

  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    do throws(HTTPError) {
      if fault != .noticesLate, Task.isCancelled { throw .cancelled }
      let answer = try await HTTPContractServer.answer(sent(request), body, options)
      if Task.isCancelled { throw .cancelled }
      return try await received(answer)
    } catch {
      throw fault == .confusesErrors ? HTTPError.offline : error
    }
  }

  private func received(_ answer: HTTPAnswer) async throws(HTTPError) -> HTTPAnswer {
    var received = answer
    switch fault {
    case .failsForStatus:
      if answer.response.status.code >= 400 { throw .malformed("an error") }
    case .losesRepeats:
      for field in answer.response.headerFields {
        received.response.headerFields[field.name] = field.value
      }
    case .fillsBody: received.body = HTTPBody(Data("nothing".utf8))
    case .cutsBody:
      // The first chunk as the whole body.
      var chunks = answer.body.makeAsyncIterator()
      received.body = HTTPBody(try await chunks.next() ?? Data())
    default: break
    }
    return received
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
    default: break
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
