// Needs: Books

import Books
import Core
import Foundation
import HTTP
import Services
import Synchronization
import TestKit
import Testing

@testable import AppComposition

/// A server of a catalogue that a test lets misbehave. It finds one book for all words.
final class FaultyServer: Sendable {
  private let state = Mutex<LoopbackServer.Handler?>(nil)

  /// What answers instead, or nil; a change applies to later requests.
  var fault: LoopbackServer.Handler? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  /// Answers a request.
  @Sendable func reply(to request: ServerRequest) -> ServerReply {
    if let fault { return fault(request) }
    let words = request.query["q"] ?? ""
    let book = #"{"key":"/works/OL7W","title":"\#(Self.title(words))","language":["eng"]}"#
    let json =
      switch request.path {
      case "/search.json": #"{"numFound":1,"docs":[\#(book)]}"#
      case "/trending/daily.json": #"{"works":[\#(book)]}"#
      case "/works/OL7W.json": #"{"key":"/works/OL7W","title":"Found it","description":"Whole."}"#
      case "/authors/OL7A.json": #"{"key":"/authors/OL7A","name":"An Author"}"#
      case let path where path.hasPrefix("/subjects/"): #"{"work_count":1,"works":[\#(book)]}"#
      default: ""
      }
    guard !json.isEmpty else { return ServerReply(status: .notFound, body: "{}") }
    return ServerReply(fields: [.contentType: "application/json"], body: json)
  }

  /// The title of the book that is found for some words.
  static func title(_ words: String) -> String { "Found for \(words)" }
}

/// The clock of the machine, without the seconds after which an app asks a server by itself, and without the
/// end of its patience with one that is away, which a busy machine would reach.
struct NetworkClock: AppClock {
  /// The time that it always shows; nil for the machine's time.
  var stoppedAt: Date?
  /// Remembers the sleeps, also the long ones, which never end.
  var onSleep: @Sendable (Duration) -> Void = { _ in }

  var now: Date { stoppedAt ?? SystemClock().now }
  var timeZone: TimeZone { SystemClock().timeZone }

  func sleep(for duration: Duration) async throws {
    onSleep(duration)
    guard duration >= .seconds(5) || duration == RemoteCatalogue.patience else {
      return try await SystemClock().sleep(for: duration)
    }
    let (never, continuation) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    continuation.finish()
    try Task.checkCancellation()
  }
}

/// The app in this process, with all of its own between a screen and a server on loopback.
@MainActor final class NetworkedApp {
  private let world: AppWorld
  private let disk: Disk
  /// Drives the app.
  let driver: AppDriver

  /// Starts the app.
  ///
  /// - Parameters:
  ///   - disk: the folder of its files; another app in it finds the same answers stored.
  ///   - url: the server.
  ///   - clock: the clock of the network.
  init(
    _ disk: Disk, _ url: URL, _ limits: RemoteLimits = NetworkedApp.limits(),
    clock: NetworkClock = NetworkClock(), at location: SourceLocation = #_sourceLocation
  ) async throws {
    self.disk = disk
    let file = URL(filePath: "\(disk.path)/embedded.sqlite")
    let embedded = try await Self.embedded.value
    if !FileManager.default.fileExists(atPath: file.path) { try Data(embedded).write(to: file) }
    world = try await AppWorld.open(
      Self.options(url, limits, clock), dataFolder: disk.path)
    driver = await disk.launched(world.makeSession(), at: location)
    // What the first screen looks up in the background may otherwise end after a later fault.
    await driver.session.settleAll()
  }

  private static func options(
    _ url: URL, _ limits: RemoteLimits, _ clock: NetworkClock
  ) -> AppOptions {
    var options = AppOptions(features: ["books"], usesFiles: false)
    options.catalogue = CatalogueChoice(.server(url))
    options.network = AppOptions.machineNetwork
    options.networkClock = clock
    options.limits = limits
    return options
  }

  /// The file of the embedded books, which takes longer to make than a test.
  private static let embedded = Task { @MainActor in
    let disk = try Disk()
    let world = try await AppWorld.open(
      AppOptions(features: ["books"], usesFiles: false), dataFolder: disk.path)
    let driver = await disk.launched(world.makeSession())
    await disk.end(driver)
    world.close()
    return try Array(Data(contentsOf: URL(filePath: "\(disk.path)/embedded.sqlite")))
  }

  /// The usual limits, without waiting before a request, and with the time that a busy machine needs for one.
  nonisolated static func limits() -> RemoteLimits {
    var limits = RemoteLimits()
    limits.spacing = .milliseconds(1)
    limits.firstDelay = .milliseconds(1)
    limits.maximumRetryAfter = .zero
    limits.maximumClosing = .zero
    limits.options.connectTimeout = .seconds(600)
    limits.options.firstByteTimeout = .seconds(600)
    limits.options.idleTimeout = .seconds(600)
    limits.options.wholeTimeout = .seconds(600)
    return limits
  }

  /// Stops the app, and looks for leaks.
  func end(at location: SourceLocation = #_sourceLocation) async {
    await disk.end(driver, at: location)
    world.close()
  }

  /// Searches, waits also for what is looked up in the background, and returns the titles of the found
  /// books.
  func search(_ words: String) async -> [String] {
    if driver.title != "Search" { await driver.tab("Search") }
    await driver.tap("search", words)
    await driver.session.settleAll()
    return driver.rows
  }

  /// The notices since the last time.
  func notices() -> [String] {
    driver.session.consumeNotices().map { notice in
      if case .posted(let notice) = notice { notice.text } else { "\(notice)" }
    }
  }
}
