import Services
import Core
import TestKit
import Testing

@Suite("Rule 8: a link opened in any state has exactly one final answer")
@MainActor struct LinkTests {
  private let answers = Journal()

  private func note(_ answer: LinkAnswer) { answers.write(answer.words) }

  @Test("A link shows its screens on top of the tab's first screen")
  func shown() async throws {
    try await withToy { toy, app in
      await app.choose("B")
      let link = try DeepLink("example://second/item/other")
      #expect(await app.session.open(link, onFinal: note) == .shown)
      #expect(app.title == "other")
      #expect(app.session.snapshot.tabs.map(\.isSelected) == [false, true])
      #expect(answers.lines.isEmpty)
      #expect(toy.journal.lines == ["show item", "show other"])
      await app.home()
      #expect(app.title == "Second")
      await app.tab("First")
      #expect(app.title == "B")
    }
  }

  @Test(
    "A link without a destination is refused and changes nothing",
    arguments: ["third", "settings/x"])
  func unknown(_ place: String) async {
    await withToy { toy, app in
      await app.tap("sheet")
      let before = app.session.navigation.tree
      guard case .refused = await app.answer(to: "example://\(place)") else {
        Issue.record("\(place) was not refused")
        return
      }
      #expect(app.session.navigation.tree == before)
      #expect(toy.journal.lines.isEmpty)
    }
  }

  @Test("A link that leads nowhere is refused at once during the launch, and any other waits")
  func strayDuringLaunch() async throws {
    let toy = Toy()
    (toy.needsWelcome, toy.scheme) = (true, "toys")
    let (stray, other) = (try DeepLink("toys://third"), try DeepLink("https://first"))
    let own = try DeepLink("toys://first")
    await withApp({ toy.session() }) { app in
      #expect(await app.session.open(stray) == .refused(.noPage))
      #expect(await app.session.open(other) == .refused(.otherScheme(than: "toys")))
      #expect(await app.session.open(own) == .waiting(for: .launch))
      #expect(app.session.consumeNotices().isEmpty)
    }
  }

  @Test("A link of the launch that leads nowhere is refused in a notice")
  func strayOfLaunch() async throws {
    let toy = Toy()
    let stray = try DeepLink("example://third")
    await withApp({ toy.session() }, link: stray) { app in
      #expect(app.session.consumeNotices() == [.linkAnswered(stray, .refused(.noPage))])
    }
  }

  @Test("An unknown destination is refused, and the screens below it are shown")
  func unknownPlace() async {
    await withToy { toy, app in
      let answer = await app.answer(to: "example://first/item/nonsense/other")
      #expect(answer == .refused(.noPage))
      #expect(app.title == "item")
      #expect(toy.journal.lines == ["show item", "show nonsense"])
    }
  }

  @Test("A tab without destinations refuses a link to one, and shows its first screen")
  func noPlaces() async {
    let plain = Feature(
      "plain", tabs: [TabItem("plain", title: "Plain") { PlainCoordinator() }],
      destination: { LinkDestination(tab: "plain", routes: $0.path.map { Route($0) }) })
    await withApp({ AppSession(context: .test(), features: [plain]) }) { app in
      #expect(await app.answer(to: "example://plain/item") == .refused(.noPage))
      #expect(await app.open("example://plain") == .shown)
      #expect(app.title == "Plain")
    }
  }

  @Test("Sheets are closed and their flows ended before the destination is shown")
  func underSheet() async {
    await withToy { toy, app in
      await app.tap("sheet")
      #expect(await app.open("example://first/item") == .shown)
      #expect(app.title == "item")
      #expect(app.session.snapshot.layers == 0)
      #expect(toy.journal.lines == ["sheet ended replaced", "show item"])
    }
  }

  @Test("A flow above the tabs ends, too, so that the destination is visible")
  func aboveTabs() async throws {
    try await withToy { toy, app in
      let root = try #require(toy.root)
      root.startChild(
        Flow<Int>("above", screen: DetailScreen("above")),
        onEnd: toy.journal.outcome(of: "above"))
      #expect(app.title == "above")
      #expect(await app.open("example://first/item") == .shown)
      #expect(app.title == "item")
      #expect(toy.journal.lines == ["above ended replaced", "show item"])
    }
  }

  @Test("The remaining work of ended flows is awaited before the destination is shown")
  func settlesFirst() async throws {
    try await withToy { toy, app in
      let last = Gate(isStubborn: true)
      let screen = LoadingScreen("slow")
      screen.onAppear = {
        await Gate().wait()
        await last.wait()
        toy.journal.write("cleaned up")
      }
      try toy.tab().startChild(Flow<Int>("flow", screen: screen))
      let opened = Task { await app.open("example://first/item") }
      await last.arrived()
      #expect(!app.session.activity.isSettled)
      last.open()
      #expect(await opened.value == .shown)
      #expect(toy.journal.lines == ["cleaned up", "show item"])
    }
  }

  @Test("A locked form blocks a link, whose final answer follows the user's decision")
  func locked() async throws {
    try await withToy { toy, app in
      await app.choose("B")
      await app.tap("edit")
      await app.fill("Name", "unsaved")
      let link = try DeepLink("example://first/item")
      #expect(await app.session.open(link, onFinal: note) == .blocked(by: .unsaved))
      await app.tap("keep")
      #expect(answers.lines == ["refused"])
      #expect(await app.session.open(link, onFinal: note) == .blocked(by: .unsaved))
      await app.tap("discard")
      #expect(answers.lines == ["refused", "shown"])
      #expect(app.title == "item")
    }
  }

  @Test(
    "A link waits for a guard that asks the user, and the guard's answer is the link's answer",
    arguments: [7, nil])
  func guarded(_ choice: Int?) async throws {
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      let link = try DeepLink("example://first/guarded")
      #expect(await app.session.open(link, onFinal: note) == .waiting(for: .screen("Sheet")))
      if choice != nil { await app.tap("done") } else { await app.close() }
      #expect(answers.lines == [choice != nil ? "shown" : "refused"])
      #expect(app.title == (choice != nil ? "guarded" : "First"))
      #expect(app.session.consumeNotices().isEmpty)
    }
  }

  @Test("A later answer that no caller awaits becomes a notice")
  func notice() async throws {
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      let link = try DeepLink("example://first/guarded")
      #expect(await app.session.open(link) == .waiting(for: .screen("Sheet")))
      await app.tap("done")
      #expect(app.session.consumeNotices() == [.linkAnswered(link, .shown)])
      #expect(await app.open("example://first") == .shown)
      #expect(app.session.consumeNotices().isEmpty)
    }
  }
}

private final class PlainCoordinator: Coordinator<Never>, PlaceCoordinator {
  override func start() { push(ListScreen("Plain")) }
}

extension LinkAnswer {
  /// The kind of answer, in the notation of tests.
  var words: String {
    switch self {
    case .shown: "shown"
    case .blocked: "blocked"
    case .refused: "refused"
    case .waiting: "waiting"
    }
  }
}
