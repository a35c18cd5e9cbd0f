import Foundation
import Testing

@testable import Books

@Suite("Addresses of the catalogue")
struct QueryTextTests {
  private static let texts = [
    "", "dune", "a b", "1+1=2", "50%", "%41", "a&b=c;d#e?f", "/works/OL1W", "Война и мир", "日本",
    "e\u{301}🚀", "\u{1}\u{1F}\"<>\\^`{|}", "~-._!*'(),:@$",
  ]

  @Test("What is written is read again", arguments: texts)
  func roundTrip(text: String) throws {
    let items = ["q": text, text + "x": "y", "limit": "10"]
    let path = "/a/\(text.replacing("/", with: ""))/b.json"
    for origin in ["https://openlibrary.org", "http://[::1]:80", "file://", ""] {
      let url = try #require(URL(string: QueryText.address(origin, path, items)))
      let parts = QueryText.parts(of: url.absoluteString)
      #expect(parts.path == path)
      #expect(parts.items == items)
    }
  }

  @Test("Others read the same in what is written", arguments: texts)
  func standard(text: String) throws {
    let address = QueryText.address("https://a.example", "/\(text)", ["q": text])
    let components = try #require(URLComponents(string: address))
    #expect(components.path == "/\(text)")
    #expect(components.queryItems == [URLQueryItem(name: "q", value: text)])
    #expect(components.host == "a.example")
  }

  @Test(
    "What others write is read",
    arguments: [
      ("https://a.example/s.json?q=war+and%20peace&x", "/s.json", ["q": "war and peace", "x": ""]),
      ("https://a.example/s.json?q=war&q=dune", "/s.json", ["q": "dune"]),
      ("https://a.example", "", [:]), ("https://a.example?q=1", "", ["q": "1"]),
      ("file:///search.json?q=a=b&&=c#q=d", "/search.json", ["q": "a=b", "": "c"]),
      ("/a:b.json?c:d=e", "/a:b.json", ["c:d": "e"]), ("/%zz%4", "/%zz%4", [:]), ("", "", [:]),
    ] as [(String, String, [String: String])])
  func reading(address: String, path: String, items: [String: String]) {
    let parts = QueryText.parts(of: address)
    #expect(parts.path == path)
    #expect(parts.items == items)
  }
}
