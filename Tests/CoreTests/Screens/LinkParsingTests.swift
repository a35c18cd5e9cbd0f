import Services
import Core
import Testing

@Suite("Links are parsed strictly")
struct LinkParsingTests {
  private func problem(_ text: String) -> DeepLink.Problem? {
    do throws(DeepLink.Problem) {
      _ = try DeepLink(text)
      return nil
    } catch { return error }
  }

  @Test("A link has a host, path components and query items, without percent-encoding")
  func parts() throws {
    let link = try DeepLink("Example://Books/dune/%C3%A9dition%202?q=a%26b&q=second&empty&n=1+1")
    #expect(link.scheme == "example")
    #expect(link.host == "books")
    #expect(link.path == ["dune", "édition 2"])
    #expect(link.query == ["q": "a&b", "empty": "", "n": "1+1"])
    #expect(link.description.hasPrefix("Example://Books/"))
    #expect(try DeepLink("example://books").path.isEmpty)
    #expect(try DeepLink("example://books//a///b/").path == ["a", "b"])
  }

  @Test("An encoded slash is part of its component")
  func slash() throws {
    #expect(try DeepLink("example://books/%2Fworks%2FOL1W/x").path == ["/works/OL1W", "x"])
  }

  @Test(
    "Text that isn't a link is refused",
    arguments: [
      "", "books", "example", "example:", "example:books", "example://", "example:///books",
      "://books", "mailto:a@b.c", "x:y", "example://user@books", "example://u:p@books",
      "example://books:80",
      "example://:@books", "example://bo oks", " example://books", "example://books\n",
    ])
  func malformed(_ text: String) {
    #expect(problem(text) == .malformed)
  }

  @Test(
    "Control characters are refused, plain or encoded",
    arguments: [
      "\u{0}", "\u{1B}[31m", "\t", "\u{7F}", "\u{9B}31m", "%00", "%1B%5B31m", "%7F", "%C2%9B31m",
      "%0A",
    ])
  func controls(_ text: String) {
    #expect(problem("example://books/a\(text)") == .malformed)
    #expect(problem("example://books?q=\(text)") == .malformed)
    #expect(problem("example://books\(text)/a") == .malformed)
  }

  @Test("Bytes that aren't valid text are refused", arguments: ["%FF", "%C3", "a%C0%80"])
  func badEncoding(_ text: String) {
    #expect(problem("example://books/\(text)") == .malformed)
  }

  @Test("A link is at most 2048 bytes long")
  func length() throws {
    let start = "example://books/"
    let longest = start + String(repeating: "a", count: DeepLink.maximumLength - start.utf8.count)
    #expect(problem(longest) == nil)
    #expect(problem(longest + "a") == .tooLong)
    #expect(problem("https://" + String(repeating: "é", count: 1 << 20)) == .tooLong)
  }
}
