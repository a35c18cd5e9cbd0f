import Foundation
import Testing
@testable import Scaffold

extension DocsTests {
  @Suite("Docs/features.md says what a screen costs")
  struct Screens {
    private let page: DocsPage

    init() throws { page = try DocsPage("Docs/features.md") }

    @Test("The command make screen makes as many files as the page says")
    func made() throws {
      let feature = try #require(try FeatureRemoval(root: Sources.root).features.first)
      let made = try ScreenScaffold(root: Sources.root).plan("Xylograph", in: feature)
      #expect(made.count { $0.path.hasPrefix("Modules/") } == 2 && made.count == 3, "\(made)")
      #expect(page.text.contains("makes two source files and a test"))
      #expect(page.text.contains(NextSteps.opening("ClubNotes")))
    }

    @Test("A new screen has at most as many lines, and as much ceremony, as the page says")
    func size() throws {
      let match = try #require(
        page.text.firstMatch(of: /at most (\d+) lines together, at most (\d+) of them ceremony/))
      let (most, bound) = try (#require(Int(match.1)), #require(Int(match.2)))
      let feature = try #require(try FeatureRemoval(root: Sources.root).features.first)
      let made = try ScreenScaffold(root: Sources.root).plan("Xylograph", in: feature)
      let texts = made.filter { $0.path.hasPrefix("Modules/") }.map(\.text)
      let lines = texts.joined(separator: "").count { $0 == "\n" }
      #expect(lines <= most && lines * 2 > most, "now \(lines)")
      let ceremony = texts.flatMap { Ceremony($0).lines }
      #expect((1...bound).contains(ceremony.count), "\(ceremony)")
    }

    @Test(
      "A screen of a template and its view model have at most 20 lines of ceremony",
      arguments: ["Template", "Templates/Page"])
    func ceremony(in template: String) throws {
      let folder = "Modules/Scaffold/\(template)/Modules/Template"
      let lines = try ["Screens/TemplateScreen", "ViewModels/TemplateViewModel"].flatMap { name in
        Ceremony(try DocsPage("\(folder)/\(name).swift").text).lines
      }
      #expect((1...20).contains(lines.count), "\(lines)")
    }

    // feature: all
    @Test("The median screen of the app has at most as much ceremony as the page says")
    func app() throws {
      let match = try #require(page.text.firstMatch(of: /at most (\d+) lines of ceremony/))
      let bound = try #require(Int(match.1))
      let files = try Sources.templateFeatures
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
      #expect(Sources.isMade || middle * 2 > bound, "the page's number is too high")
    }

    // end
    @Test("No screen of a feature repeats what Core does for all of them")
    func repetitions() throws {
      let repeated =
        /func perform\(_ action: Action\.ID|var model: AnyObject|[ (]Identifier\("[a-z-]+:\\\(/
      let screens = SourceTree.project.files.filter { $0.featureFolder == "Screens" }
      #expect(!screens.isEmpty)
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
