import Foundation
import Testing

@testable import Transfers

@Suite("A path typed into a form")
struct TypedPathTests {
  @Test("~ at the beginning is the folder in HOME")
  func home() {
    for (typed, path) in [
      ("~", "/home/ada"), ("~/a b.csv", "/home/ada/a b.csv"), ("a/~", "a/~"), ("/~/x", "/~/x"),
      ("~nobody-of-this-name/x", "~nobody-of-this-name/x"), ("books.csv", "books.csv"),
    ] {
      #expect(TypedPath.expanded(typed, home: "/home/ada") == path)
    }
  }

  @Test("Without HOME, ~ is the home folder of the user who runs the app")
  func noHome() throws {
    let home = try #require(getpwuid(getuid())?.pointee.pw_dir)
    #expect(TypedPath.expanded("~/x", home: nil) == String(cString: home) + "/x")
  }
}
