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
    let link = try DeepLink("BooksApp://Books/dune/%C3%A9dition%202?q=a%26b&q=second&empty&n=1+1")
    #expect(link.scheme == "booksapp")
    #expect(link.host == "books")
    #expect(link.path == ["dune", "édition 2"])
    #expect(link.query == ["q": "a&b", "empty": "", "n": "1+1"])
    #expect(link.description.hasPrefix("BooksApp://Books/"))
    #expect(try DeepLink("booksapp://books").path.isEmpty)
    #expect(try DeepLink("booksapp://books//a///b/").path == ["a", "b"])
  }

  @Test("An encoded slash is part of its component")
  func slash() throws {
    #expect(try DeepLink("booksapp://books/%2Fworks%2FOL1W/x").path == ["/works/OL1W", "x"])
  }

  @Test(
    "Text that isn't a link is refused",
    arguments: [
      "", "books", "booksapp", "booksapp:", "booksapp:books", "booksapp://", "booksapp:///books",
      "://books", "mailto:a@b.c", "x:y", "booksapp://user@books", "booksapp://u:p@books",
      "booksapp://books:80",
      "booksapp://:@books", "booksapp://bo oks", " booksapp://books", "booksapp://books\n",
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
    #expect(problem("booksapp://books/a\(text)") == .malformed)
    #expect(problem("booksapp://books?q=\(text)") == .malformed)
  }

  @Test("Bytes that aren't valid text are refused", arguments: ["%FF", "%C3", "a%C0%80"])
  func badEncoding(_ text: String) {
    #expect(problem("booksapp://books/\(text)") == .malformed)
  }

  @Test("A link is at most 2048 bytes long")
  func length() throws {
    let start = "booksapp://books/"
    let longest = start + String(repeating: "a", count: DeepLink.maximumLength - start.utf8.count)
    #expect(problem(longest) == nil)
    #expect(problem(longest + "a") == .tooLong)
    #expect(problem("https://" + String(repeating: "é", count: 1 << 20)) == .tooLong)
  }
}
