import Foundation
import Testing
@testable import Scaffold

extension DocsTests {
  @Suite("The Swift code in Docs is code of the project")
  struct Snippets {
    private static let manifest = "// Package.swift"

    private let project = ProjectFolder(root: Sources.root)
    /// The blocks of Swift in all pages.
    private let blocks: [(page: String, code: String)]

    init() throws {
      let pages = project.paths.filter { $0.hasPrefix("Docs/") && $0.hasSuffix(".md") }
      blocks = try pages.flatMap { page in
        try DocsPage(page).text.matches(of: /```swift\n((?s:.+?))```\n/)
          .map { (page, String($0.1)) }
      }
    }

    @Test("Each block of Swift is an excerpt of a test or an example, which are compiled")
    func excerpts() throws {
      let paths = project.paths.filter { path in
        path.hasSuffix(".swift") && (path.hasPrefix("Tests/") || path.hasPrefix("Docs/Examples/"))
      }
      let sources = try paths.map { Self.lines(try DocsPage($0).text) }
      let excerpts = blocks.filter { !$0.code.hasPrefix(Self.manifest) }
      #expect(excerpts.count >= 5)
      for (page, code) in excerpts {
        let isExcerpt = sources.contains { $0.contains(Self.lines(code)) }
        #expect(isExcerpt, "\(page): no test or example has these lines: \(code)")
      }
    }

    /// The lines of a text without their indentation, each between two line breaks.
    private static func lines(_ text: String) -> String {
      let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return "\n\(lines.joined(separator: "\n"))\n"
    }

    @Test("Each manifest of a user's package names products of this package")
    func manifests() throws {
      let package = try DocsPage("Package.swift").text
      let manifests = blocks.filter { $0.code.hasPrefix(Self.manifest) }
      #expect(!manifests.isEmpty)
      for (page, code) in manifests {
        let products = code.matches(of: /\.product\(name: "(\w+)"/).map { String($0.1) }
        #expect(!products.isEmpty, "\(page)")
        for product in products {
          #expect(package.contains(".library(name: \"\(product)\""), "\(page): \(product)")
        }
      }
    }
  }
}
