// Needs: all

import Foundation
import Testing
@testable import Scaffold

extension DocsTests {
  @Suite("Docs/features.md says what a screen costs")
  struct Screens {
    private let page: DocsPage

    init() throws { page = try DocsPage("Docs/features.md") }

    @Test("The template's screen has as many files, lines and lines of ceremony as the page says")
    func template() throws {
      let rows = page.rows.filter { $0.cells.first?.contains("Modules/Scaffold/Template/") == true }
      #expect(rows.count == 2)
      var sums = [0, 0]
      for row in rows {
        let path = try #require(row.cells.first?.codeSpans.first)
        let text = try String(
          contentsOf: Sources.root.appending(path: path), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        let ceremony = Ceremony(text).lines
        #expect(row.cells.dropFirst() == ["\(lines)", "\(ceremony.count)"], "\(path): \(ceremony)")
        sums[0] += lines
        sums[1] += ceremony.count
      }
      #expect(page.rows.contains { $0.cells == ["together"] + sums.map(String.init) }, "\(sums)")
      #expect(sums[1] <= 20)
    }

    @Test("The middle screen of the app has at most as much ceremony as the page says")
    func app() throws {
      let match = try #require(page.text.firstMatch(of: /at most (\d+) lines of ceremony/))
      let bound = try #require(Int(match.1))
      let files = SourceTree.project.files.filter { $0.module?.role == .feature }
      let texts = Dictionary(
        uniqueKeysWithValues: files.map { ($0.path, $0.lines.joined(separator: "\n")) })
      let counts = texts.filter { $0.key.hasSuffix("Screen.swift") }.map { path, text in
        let model = path.replacing("/Screens/", with: "/ViewModels/")
          .replacing("Screen.swift", with: "ViewModel.swift")
        return Ceremony(text).lines.count + (texts[model].map { Ceremony($0).lines.count } ?? 0)
      }.sorted()
      #expect(counts.count > 30)
      let middle = counts[counts.count / 2]
      #expect(middle <= bound, "at most \(bound), now \(middle)")
      #expect(middle * 2 > bound, "the page frightens more than it should")
    }

    @Test("No screen of a feature repeats what Core does for all of them")
    func repetitions() throws {
      let repeated =
        /func perform\(_ action: Action\.ID|var model: AnyObject|[ (]Identifier\("[a-z-]+:\\\(/
      let screens = SourceTree.project.files.filter { $0.featureFolder == "Screens" }
      #expect(screens.count > 50)
      for screen in screens {
        for line in screen.lines {
          #expect(!line.contains(repeated), "\(screen.path): \(line)")
        }
      }
    }

    @Test("Ceremony is what the rule says, and nothing else")
    func rule() {
      let text = """
        import Core

        /// A list.
        final class ListScreen: ModelScreen {
          let viewModel: ListViewModel
          private weak var delegate: (any ListDelegate)?
          private static let row = RowKind<String>("row")
          private var title: String { "a" }

          init(_ viewModel: ListViewModel) {
            self.viewModel = viewModel
          }

          var content: ScreenContent {
            let title = "List"
            return ScreenContent(
              title: title,
              actions: actions.map(\\.action))
          }

          func appeared() -> AppearanceWork? { viewModel.load }
        }
        """
      #expect(
        Ceremony(text).lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
          "import Core", "final class ListScreen: ModelScreen {", "let viewModel: ListViewModel",
          "private weak var delegate: (any ListDelegate)?", "init(_ viewModel: ListViewModel) {",
          "self.viewModel = viewModel", "}", "actions: actions.map(\\.action))",
          "func appeared() -> AppearanceWork? { viewModel.load }", "}",
        ])
    }
  }
}
