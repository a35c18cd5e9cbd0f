import Foundation
import Testing

@testable import Transfers

@Suite("A path that is typed into a form")
struct TypedPathTests {
  @Test("~ is the home of which HOME speaks, at the beginning alone")
  func home() {
    for (typed, path) in [
      ("~", "/home/ada"), ("~/a b.csv", "/home/ada/a b.csv"), ("a/~", "a/~"), ("/~/x", "/~/x"),
      ("~nobody-of-this-name/x", "~nobody-of-this-name/x"), ("books.csv", "books.csv"),
    ] {
      #expect(TypedPath.expanded(typed, home: "/home/ada") == path)
    }
  }

  @Test("Without HOME it is the home of whoever runs the app")
  func noHome() throws {
    let home = try #require(getpwuid(getuid())?.pointee.pw_dir)
    #expect(TypedPath.expanded("~/x", home: nil) == String(cString: home) + "/x")
  }
}
