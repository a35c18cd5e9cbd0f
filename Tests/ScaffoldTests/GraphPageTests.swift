import Foundation
import Testing

@testable import Scaffold

@Suite("The page of modules and folders") struct GraphPageTests {
  @Test("A team's own feature called Books has no folder of tables in the page until it has one")
  func books() throws {
    try withProject { project in
      let folder = "Modules/Books/Services/Database"
      for (path, isNamed) in [
        ("Modules/Books/BooksFeature.swift", false), ("\(folder)/BookTable.swift", true),
      ] {
        try project.write("", to: path)
        try GraphPage.draw(in: project.root)
        #expect(try project.text(GraphPage.path).contains(folder) == isNamed)
      }
    }
  }
}
