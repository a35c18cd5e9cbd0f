import Core
import Observation
import Services
import Testing

@testable import Shell

@Suite("Lists that a subcommand loads whole")
@MainActor struct WholeListTests {
  private func run(
    _ pages: [[String]?], _ arguments: [String] = ["all"]
  ) async -> ToyRun {
    let services = ToyServices()
    var configuration = ShellConfiguration.toy(services)
    configuration.makeWorld = { _ in
      ShellConfiguration.World {
        AppSession(
          context: services.context, features: [.pages(pages)], places: services.places)
      }
    }
    configuration.commands = [
      AppCommand("all", explanation: "list all") { _, _ in [.loadAll] },
      AppCommand("first", explanation: "list the first") { _, _ in [.note(ifMore: "Ask for all.")]
      },
    ]
    return await ToyRun("", arguments, configuration: configuration)
  }

  @Test("A page without rows is no failure, and the pages after it are loaded")
  func emptyPage() async {
    let run = await run([["Io"], [], ["Europa"]])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("Io") && run.output.contains("Europa"))
  }

  @Test("If a page can't be loaded, the rows before it are printed, and the status is 1")
  func failure() async {
    let run = await run([["Io"], ["Europa"], nil, ["Titan"]])
    #expect(run.status == 1 && run.errors.hasPrefix("Toy: The disk is full."), "\(run.errors)")
    #expect(run.output.contains("Io") && run.output.contains("Europa"))
    #expect(!run.output.contains("Titan"))
  }

  @Test("More of a list is loaded 500 times at most, and then a note says that rows are missing")
  func limit() async {
    func pages(_ count: Int) -> [[String]?] {
      let empty = [[String]?](repeating: [], count: count)
      return [["Io"]] + empty + [["Europa"]]
    }
    let whole = await run(pages(499))
    #expect(whole.status == 0 && whole.errors.isEmpty && whole.output.contains("Europa"))
    let cut = await run(pages(500))
    #expect(cut.status == 0 && !cut.output.contains("Europa"))
    #expect(cut.errors == "Toy: Only the first 1 rows are shown.\n")
  }

  @Test("With --json the note about the rest of a list is an object, too")
  func note() async {
    let note = "Only the first 1 rows are shown. Ask for all."
    let run = await run([["Io"], ["Europa"]], ["--json", "first"])
    #expect(run.status == 0 && run.errors.contains(note))
    #expect(run.output.contains(#""type":"note""#) && run.output.contains(note))
    let words = await self.run([["Io"], ["Europa"]], ["first"])
    #expect(words.errors.contains(note) && !words.output.contains(note))
  }

  @Test("With --json an app that can't be opened is a problem on standard output, too")
  func unopened() async {
    var configuration = ShellConfiguration.toy(ToyServices())
    configuration.makeWorld = { _ in throw StorageError.full }
    let run = await ToyRun("", ["--json"], configuration: configuration)
    #expect(run.status == 1 && run.output.contains(#""type":"problem""#))
  }
}

extension Feature {
  /// One list, of which a page that is nil can't be loaded.
  @MainActor fileprivate static func pages(_ pages: [[String]?]) -> Feature {
    Feature("pages", tabs: [TabItem("pages", title: "Pages") { PagesCoordinator(pages) }])
  }
}

@MainActor private final class PagesCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let pages: [[String]?]

  init(_ pages: [[String]?]) {
    self.pages = pages
    super.init(name: "pages")
  }

  override func start() { push(PagesScreen(pages)) }
}

@Observable private final class PagesScreen: Screen {
  private var loaded: [String] = []
  private var rest: [[String]?]
  private var notice: Notice?

  init(_ pages: [[String]?]) {
    rest = pages
    load()
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Pages", notice: notice,
      sections: [ContentSection("rows", .rows(loaded.map { Row(Row.ID($0), title: $0) }))],
      actions: rest.isEmpty ? [] : [Action("more", title: "More")])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async { load() }

  private func load() {
    guard let page = rest.first else { return }
    if let page {
      loaded += page
      rest.removeFirst()
    } else {
      notice = Notice("The disk is full.", tone: .problem)
    }
  }
}
