import Terminal
import Foundation
import Services
import TestKit
import Testing

@testable import Core
@testable import Shell

@Suite("Pictures on a terminal's screen")
@MainActor struct TerminalPicturesTests {
  private let editor = AskedEditor()
  private let server = Server()
  private let address = "https://covers.example/1.jpg"

  private func snapshot(_ rows: Int = 3, address: String? = nil) -> Snapshot {
    .screen(
      ScreenContent(
        title: "Dune",
        sections: [
          ContentSection(
            "cover", .picture(Picture(source: address ?? self.address, alternative: "A cover"))),
          ContentSection(
            "rows", .rows((0..<rows).map { Row(Row.ID("r\($0)"), title: "Row \($0)") })),
        ]))
  }

  /// Creates pictures whose file is there, and waits until a screen has been drawn with them.
  private func pictures(
    _ file: [UInt8]? = Array(CoverSample.jpeg), hasColors: Bool = true,
    decoder: (any PictureDecoder)? = GreyDecoder(), isOn: Bool = true
  ) -> (TerminalPictures, asked: Addresses) {
    let asked = Addresses()
    let source = PictureSource(origin: { [self] in isOn ? server.origin : nil }) { address in
      asked.add(address)
      return file
    }
    let pictures = TerminalPictures(
      source, decoder: decoder, editor: editor, hasColors: hasColors)
    return (pictures, asked)
  }

  private func screen(
    _ pictures: TerminalPictures, _ snapshot: Snapshot, rows: Int = 32, width: Int = 60
  ) -> String {
    let windows = ScreenWindows { rows }
    windows.pictures = pictures
    return TextRenderer(width: width, color: true).screen(snapshot, in: windows, leaving: 2)
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// Draws a screen, and again when its picture has come.
  private func drawn(_ pictures: TerminalPictures, rows: Int = 32) async -> String {
    await withCheckedContinuation { continuation in
      pictures.onChange = { continuation.resume() }
      let first = screen(pictures, snapshot(), rows: rows)
      #expect(first.contains("[A cover]"), "nothing waits for a picture")
    }
    pictures.onChange = {}
    return screen(pictures, snapshot(), rows: rows)
  }

  @Test("Without answers from the terminal, a cover is at most ten lines of half blocks")
  func halfBlocks() async {
    let (pictures, asked) = pictures()
    let text = await drawn(pictures)
    #expect(lines(text).count { $0.contains("▀") } == 10)
    #expect(!text.contains("[A cover]") && text.contains("Row 2"))
    #expect(asked.all == [address], "a picture is fetched once")
    #expect(editor.questions == [PictureAbilities.firstQuestions])
    let small = screen(pictures, snapshot(), rows: 20)
    #expect(lines(small).count { $0.contains("▀") } == 6)
    #expect(screen(pictures, snapshot(), rows: 12).contains("[A cover]"))
  }

  @Test("A terminal that supports kitty's pictures gets one over empty lines")
  func kitty() async throws {
    let (pictures, _) = pictures(hasColors: false)
    _ = screen(pictures, snapshot())
    editor.answer([.name("kitty(0.35)"), .attributes([62])])
    #expect(editor.questions.last == PictureAbilities.furtherQuestions)
    editor.answer([.kitty(isOK: true), .attributes([62])])
    let text = await withCheckedContinuation { continuation in
      pictures.onChange = { [pictures] in
        pictures.onChange = {}
        continuation.resume(returning: screen(pictures, snapshot()))
      }
    }
    let lines = lines(text)
    let index = try #require(lines.firstIndex { $0.contains("\u{1B}_G") })
    #expect(lines[index].hasPrefix("\u{1B}7\r\u{1B}[9A\u{1B}_Ga=T,"))
    #expect(lines[index].hasSuffix("\u{1B}\\\u{1B}8"))
    let above = lines[index - 9..<index].joined()
    #expect(above.isEmpty)
    #expect(!text.contains("▀"))
  }

  @Test("Sixels need the size of a cell in pixels, and leave the line below them free")
  func sixel() async throws {
    let (pictures, _) = pictures(hasColors: false)
    _ = screen(pictures, snapshot())
    let cell = try #require(TerminalAnswer.CellSize(width: 10, height: 20))
    editor.answer([.cell(cell), .attributes([4])])
    #expect(editor.questions.count == 1, "a terminal without a name is asked no more")
    let text = await withCheckedContinuation { continuation in
      pictures.onChange = { [pictures] in
        pictures.onChange = {}
        continuation.resume(returning: screen(pictures, snapshot()))
      }
    }
    #expect(text.contains("\u{1B}7\r\u{1B}[9A\u{1B}P0;1;0q\"1;1;120;180#"))
  }

  @Test("A picture file is sent to iTerm2 even without a decoder")
  func withoutDecoder() async {
    let (pictures, _) = pictures(decoder: nil)
    _ = screen(pictures, snapshot())
    editor.answer([.name("iTerm2 3.5"), .attributes([4])])
    editor.answer([.iTerm, .attributes([4])])
    let text = await withCheckedContinuation { continuation in
      pictures.onChange = { [pictures] in
        pictures.onChange = {}
        continuation.resume(returning: screen(pictures, snapshot()))
      }
    }
    #expect(text.contains("\u{1B}]1337;File=inline=1;"))
    #expect(!text.contains("[A cover]"))
  }

  @Test(
    "Without 24-bit colours or a picture protocol, or with few lines, text stands for the picture",
    arguments: [(false, 32), (true, 12)])
  func onlyText(hasColors: Bool, rows: Int) async {
    let (pictures, asked) = pictures(hasColors: hasColors)
    pictures.onChange = { Issue.record("nothing has changed on the screen") }
    _ = screen(pictures, snapshot(), rows: rows)
    await pictures.settle()
    #expect(asked.all == [address])
    #expect(screen(pictures, snapshot(), rows: rows).contains("[A cover]"))
  }

  @Test("No server is asked for a picture if covers are off or the screen has none")
  func off() async {
    let (off, asked) = pictures(isOn: false)
    _ = screen(off, snapshot())
    let (on, askedAlso) = pictures()
    _ = screen(on, .screen(ScreenContent(title: "Empty")))
    await off.settle()
    await on.settle()
    #expect(editor.questions.isEmpty && asked.all.isEmpty && askedAlso.all.isEmpty)
  }

  @Test(
    "Text stands for a missing or invalid picture, which is requested once",
    arguments: [nil, [], Array("<html>".utf8), Array(CoverSample.jpeg.prefix(100))] as [[UInt8]?])
  func noPicture(file: [UInt8]?) async {
    let (pictures, asked) = pictures(file)
    for _ in 0..<3 {
      #expect(screen(pictures, snapshot()).contains("[A cover]"))
      await pictures.settle()
    }
    #expect(asked.all == [address])
  }

  @Test("A missing picture is requested again when its screen returns, and from another server")
  func asksAgain() async {
    let (pictures, asked) = pictures(nil)
    for _ in 0..<2 {
      _ = screen(pictures, snapshot())
      await pictures.settle()
    }
    #expect(asked.all.count == 1)
    _ = screen(pictures, .screen(ScreenContent(title: "Empty")))
    _ = screen(pictures, snapshot())
    await pictures.settle()
    #expect(asked.all.count == 2)
    server.origin = "https://other.example"
    _ = screen(pictures, snapshot())
    await pictures.settle()
    #expect(asked.all.count == 3)
  }

  @Test("A cover of one server is not shown for another one")
  func otherServer() async {
    let (pictures, asked) = pictures()
    #expect(await drawn(pictures).contains("▀"))
    server.origin = "https://other.example"
    #expect(!screen(pictures, snapshot()).contains("▀"))
    await pictures.settle()
    #expect(asked.all.count == 2 && screen(pictures, snapshot()).contains("▀"))
  }

  @Test(
    "A window that shows only a part of a picture omits it, and no screen is too tall",
    arguments: [(0, 1), (10, 0), (14, 1)])
  func windows(rowsAbove: Int, whole: Int) async throws {
    let (pictures, _) = pictures(hasColors: false)
    _ = screen(pictures, snapshot())
    editor.answer([.name("kitty(0.35)"), .attributes([])])
    editor.answer([.kitty(isOK: true), .attributes([])])
    await pictures.settle()
    let windows = ScreenWindows { 20 }
    windows.pictures = pictures
    var snapshot = snapshot(40)
    let above = (0..<rowsAbove).map { Row(Row.ID("a\($0)"), title: "Above \($0)") }
    snapshot.panes[0].content.sections.insert(ContentSection("above", .rows(above)), at: 0)
    snapshot.entries = [NavigationTree.EntryID(number: 7)]
    var pages = 0
    var withPicture = 0
    repeat {
      let text = TextRenderer(width: 60).screen(snapshot, in: windows, leaving: 2)
      let lines = lines(text)
      #expect(lines.count <= 18)
      if let index = lines.firstIndex(where: { $0.contains("\u{1B}_G") }) {
        withPicture += 1
        #expect(lines[index].contains("\u{1B}[5A") && index >= 5)
      }
      let again = TextRenderer(width: 60).screen(snapshot, in: windows, leaving: 2)
      #expect(again == text, "drawing moves no window")
      pages += 1
    } while pages < 20 && windows.move(.down, inFirst: true, of: snapshot)
    #expect(withPicture == whole && pages > 2, "\(withPicture) of \(pages)")
  }

  @Test("A picture beside another screen is drawn in its own columns")
  func besides() async throws {
    let (pictures, _) = pictures(hasColors: false)
    _ = screen(pictures, snapshot())
    editor.answer([.name("kitty(0.35)"), .attributes([])])
    editor.answer([.kitty(isOK: true), .attributes([])])
    await pictures.settle()
    let both = Snapshot.split(ScreenContent(title: "Books"), snapshot().panes[0].content)
    let text = screen(pictures, both, width: 120)
    #expect(text.contains("\u{1B}7\r\u{1B}[9A\u{1B}[49C\u{1B}_Ga=T"))
  }
}

/// The server that pictures come from.
@MainActor private final class Server {
  var origin = "https://covers.example"
}
