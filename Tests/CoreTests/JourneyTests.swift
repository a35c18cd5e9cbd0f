import Inspection
import Core
import Services
import TestKit
import Testing

@Suite("The toy app works as a whole")
@MainActor struct JourneyTests {
  @Test("A user opens an item from the list, edits it, and returns to the list")
  func listDetailEdit() async {
    await withToy { toy, app in
      await app.choose("B")
      #expect(app.title == "B")
      await app.tap("edit")
      await app.fill("Name", "new name")
      await app.tap("save")
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["detail finished new name"])
    }
  }

  @Test("In the wide layout the list and the selected item are both visible")
  func wide() async {
    let toy = Toy()
    await withApp({ toy.session(layout: .wide) }) { app in
      await app.choose("A")
      #expect(app.session.snapshot.panes.map(\.content.title) == ["First", "A"])
      await app.choose("C")
      #expect(app.session.snapshot.panes.map(\.content.title) == ["First", "C"])
      #expect(toy.journal.lines == ["detail ended cancelled"])
    }
  }

  @Test("A slow screen shows that it is loading, and performing waits for it")
  func loading() async {
    await withToy { toy, app in
      let loaded = Task { await app.tap("load") }
      await toy.loading.arrived()
      #expect(app.content.status == .loading(nil))
      toy.loading.open()
      await loaded.value
      #expect(app.content.status == .idle)
    }
  }

  @Test("Nothing is shown before the launch, and the log lists the first events")
  func beforeLaunch() async {
    let toy = Toy()
    let session = toy.session()
    #expect(session.navigation.tree.isEmpty)
    #expect(session.snapshot.panes.isEmpty)
    #expect(session.coordinatorTree.isEmpty)
    #expect(session.log.lines.isEmpty)
    #expect(await session.back() == .nothingToLeave)
    #expect(await session.perform("sheet") == .unknown)
    await session.launch()
    #expect(session.log.lines.first == "1 start app#1")
    #expect(session.snapshot.panes.map(\.content.title) == ["First"])
    session.stop()
    await session.settleAll()
  }

  @Test("The gate is shown instead of the tabs until the user has passed it")
  func gate() async {
    let toy = Toy()
    toy.needsWelcome = true
    await withApp({ toy.session() }) { app in
      #expect(app.title == "Welcome")
      #expect(app.session.snapshot.tabs.isEmpty)
      await app.tap("begin")
      #expect(app.session.snapshot.tabs.map(\.title) == ["First", "Second"])
    }
  }
}
