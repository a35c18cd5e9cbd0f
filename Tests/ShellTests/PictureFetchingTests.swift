import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Shell

@Suite("The order in which pictures are fetched")
@MainActor struct PictureFetchingTests {
  private let server: SlowServer
  private let pictures: TerminalPictures

  init() {
    let server = SlowServer()
    self.server = server
    let source = PictureSource(origin: { [server] in server.origin }) { [server] address in
      await server.file(address)
    }
    pictures = TerminalPictures(source, decoder: GreyDecoder(), editor: nil, hasColors: true)
  }

  /// Draws a screen with pictures; returns whether one of them can be drawn now.
  @discardableResult
  private func draw(_ addresses: [String]) -> Bool {
    let sections = addresses.map { address in
      ContentSection(
        ContentSection.ID(address), .picture(Picture(source: address, alternative: "A cover")))
    }
    let snapshot = Snapshot.screen(ScreenContent(title: "Books", sections: sections))
    return pictures.drawing(for: snapshot, height: 32)?.pictures.isEmpty == false
  }

  @Test("Pictures are fetched one after the other")
  func order() async {
    draw(["1", "2"])
    await pictures.settle()
    #expect(server.log == ["1", "sent", "2", "sent"])
  }

  @Test("A picture of a screen that the user has left is not fetched until the screen comes back")
  func left() async {
    draw(["1"])
    draw(["2"])
    await pictures.settle()
    #expect(server.log == ["2", "sent"])
    draw(["1"])
    await pictures.settle()
    #expect(server.log == ["2", "sent", "1", "sent"])
  }

  @Test("Sixteen pictures are kept, and the oldest one is fetched again")
  func kept() async {
    for number in 1...17 {
      draw(["\(number)"])
      await pictures.settle()
    }
    draw(["2"])
    await pictures.settle()
    #expect(server.log.count == 2 * 17)
    draw(["1"])
    await pictures.settle()
    #expect(server.log.count == 2 * 18)
  }

  @Test("A screen with twenty pictures fetches each once")
  func many() async {
    let addresses = (1...20).map(String.init)
    pictures.onChange = { _ = draw(addresses) }
    draw(addresses)
    // A picture that was forgotten too early would be fetched after the others.
    for _ in 1...3 { await pictures.settle() }
    #expect(server.log == addresses.flatMap { [$0, "sent"] })
  }

  @Test("A picture that a server sends after the change to another one is not shown")
  func lateServer() async {
    var shown: [Bool] = []
    server.whileSending = {
      server.origin = "https://other.example"
      shown.append(draw(["1"]))
    }
    draw(["1"])
    // The picture of the first server, then that of the second one.
    await pictures.settle()
    await pictures.settle()
    #expect(shown == [false, false])
    #expect(draw(["1"]))
  }

  @Test("The end cancels the picture that is being fetched and all that wait")
  func end() async {
    server.whileSending = { [pictures] in pictures.end() }
    draw(["1", "2", "3"])
    await pictures.settle()
    #expect(server.log == ["1", "cancelled"])
  }
}

/// A server that takes a while for each picture.
@MainActor private final class SlowServer {
  var origin = "https://covers.example"
  /// The addresses that were asked for, each before what became of it.
  private(set) var log: [String] = []
  /// Called while a picture is on its way.
  var whileSending: () -> Void = {}

  func file(_ address: String) async -> [UInt8]? {
    log.append(address)
    // Fetches that need not wait begin now.
    await Task.yield()
    whileSending()
    log.append(Task.isCancelled ? "cancelled" : "sent")
    return Array(CoverSample.jpeg)
  }
}
