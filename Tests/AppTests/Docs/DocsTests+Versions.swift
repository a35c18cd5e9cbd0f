import Foundation
import Testing
@testable import Scaffold

extension DocsTests {
  @Suite("Docs/versions.md and Docs/rules.md match the sources")
  struct Versions {
    @Test("The products with a version are those with a list of their public API")
    func products() throws {
      let page = try DocsPage("Docs/versions.md").text
      let sentence = try #require(page.firstMatch(of: /The products ([^.]*) have one\s/))
      let lists = try FileManager.default.contentsOfDirectory(
        atPath: Sources.root.appending(path: "Docs/api").path)
      #expect(String(sentence.1).codeSpans.map { "\($0).txt" } == lists.sorted())
      let package = try String(
        contentsOf: Sources.root.appending(path: "Package.swift"), encoding: .utf8)
      for product in String(sentence.1).codeSpans {
        #expect(package.contains(".library(name: \"\(product)\""), "\(product)")
      }
    }

    @Test("Each rule of Core has a suite, and each suite of a rule is about one in Docs/rules.md")
    func rules() throws {
      let page = try DocsPage("Docs/rules.md")
      #expect(page.numberedRows.map(\.number) == Array(1...page.numberedRows.count))
      let title = #/^ *(?:@Suite\()?"Rules? ([0-9]+)(?: and ([0-9]+))?: /#
      let lines = SourceTree.project.files.filter { $0.module?.name == "CoreTests" }
        .flatMap(\.lines)
      let suites = lines.compactMap { try? title.firstMatch(in: $0) }
        .flatMap { [Int($0.1), $0.2.flatMap { Int($0) }] }.compactMap(\.self)
      #expect(Set(suites) == Set(page.numberedRows.map(\.number)))
    }
  }
}
