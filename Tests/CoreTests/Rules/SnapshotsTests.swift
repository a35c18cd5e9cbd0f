import Services
import TestKit
import Testing

@testable import Core

/// What a host is given while the app runs, without asking.
@MainActor @Suite("The snapshots of a session")
struct SnapshotsTests {
  @Test("Snapshots begin with the current screen and end when the session stops")
  func beginAndEnd() async {
    let toy = Toy()
    let session = toy.session()
    var snapshots = session.snapshots.makeAsyncIterator()
    #expect(await snapshots.next()?.panes == [])
    await session.launch()
    #expect(await snapshots.next()?.panes.map(\.content.title) == ["First"])
    let last = Task.immediate { [snapshots] in
      var snapshots = snapshots
      return await snapshots.next()
    }
    session.stop()
    #expect(await last.value == nil)
    #expect(await snapshots.next() == nil)
    await session.settleAll()
  }

  @Test("Snapshots end when the session is deallocated")
  func letGo() async {
    var session: AppSession? = .solo(Flow<Void>("flow", screen: DetailScreen("Detail")))
    let snapshots = session?.snapshots
    let host = Task.immediate { for await _ in snapshots! {} }
    session = nil
    await host.value
  }

  @Test("Snapshots end with the task that reads them, even while nothing changes")
  func cancelled() async {
    await withToy { _, app in
      let host = Task.immediate { for await _ in app.session.snapshots {} }
      await app.session.settleAll()
      host.cancel()
      await host.value
    }
  }

  @Test("A slow reader of snapshots gets only the latest one")
  func latest() async throws {
    try await withToy { toy, app in
      let screen = DetailScreen("0")
      try toy.tab().push(screen)
      await app.session.settleAll()
      var iterator = app.session.snapshots.makeAsyncIterator()
      #expect(await iterator.next()?.panes.last?.content.title == "0")
      for number in 1...5 { screen.content.title = "\(number)" }
      #expect(await iterator.next()?.panes.last?.content.title == "5")
    }
  }

  @Test("Snapshots show that work is running, its progress and its end")
  func progress() async throws {
    try await withToy { toy, app in
      let (begun, going) = (Gate(), Gate())
      let screen = DetailScreen("Import", actions: .named("import"))
      screen.onPerform = { [unowned screen] _, _ in
        screen.content.status = .loading(LoadingProgress(fraction: 0.25))
        await begun.wait()
        screen.content.status = .loading(LoadingProgress(fraction: 0.5))
        await going.wait()
        screen.content.status = .idle
      }
      try toy.tab().push(screen)
      await app.session.settleAll()
      var iterator = app.session.snapshots.makeAsyncIterator()
      func next() async -> String {
        guard let snapshot = await iterator.next(), let pane = snapshot.panes.last else {
          return ""
        }
        if case .loading(let progress?) = pane.content.status {
          return "\(progress.fraction) \(snapshot.isBusy)"
        }
        return "idle \(snapshot.isBusy)"
      }
      #expect(await next() == "idle false")
      let imported = Task.immediate { await app.tap("import") }
      await begun.arrived()
      #expect(await next() == "0.25 true")
      begun.open()
      await going.arrived()
      #expect(await next() == "0.5 true")
      going.open()
      await imported.value
      #expect(await next() == "idle false")
    }
  }

  @Test("Snapshots show that work is running, even if the screen does not change")
  func busy() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let screen = DetailScreen("Detail", actions: .named("wait"))
      screen.onPerform = { _, _ in await gate.wait() }
      try toy.tab().push(screen)
      await app.session.settleAll()
      var iterator = app.session.snapshots.makeAsyncIterator()
      #expect(await iterator.next()?.isBusy == false)
      let waiting = Task.immediate { await app.tap("wait") }
      #expect(await iterator.next()?.isBusy == true)
      gate.open()
      #expect(await iterator.next()?.isBusy == false)
      await waiting.value
    }
  }

  @Test("Snapshots show that notices are waiting, even if another thread posts one")
  func notices() async {
    await withToy { _, app in
      let session = app.session
      var iterator = session.snapshots.makeAsyncIterator()
      #expect(await iterator.next()?.hasNotices == false)
      let board = session.context.notices
      await Task.detached { board.post(Notice("A backup failed.", tone: .problem), once: "backup") }
        .value
      #expect(await iterator.next()?.hasNotices == true)
      #expect(session.consumeNotices().count == 1)
      #expect(await iterator.next()?.hasNotices == false)
    }
  }

  @Test("Snapshots show that a notice of the session waits, though no screen changes")
  func sessionNotice() async throws {
    let (toy, full) = (Toy(), FaultyKeyValueStore())
    try await withApp({ toy.session(store: full) }) { app in
      await app.session.settleAll()
      full.failWriting()
      try toy.tab().push(DetailScreen("item"), route: Route("item"))
      var iterator = app.session.snapshots.makeAsyncIterator()
      #expect(await iterator.next()?.hasNotices == false)
      let next = Task.immediate { [iterator] in
        var iterator = iterator
        return await iterator.next()
      }
      // The routes can't be saved.
      await app.session.settle()
      for _ in 1...20 { await Task.yield() }
      // Ends only a wait that the notice has not ended.
      next.cancel()
      #expect(await next.value?.hasNotices == true)
      #expect(app.session.consumeNotices() == [.placesNotSaved(.full)])
    }
  }

  @Test("A notice with a key is shown once, and one without a key each time")
  func keys() async {
    await withToy { _, app in
      let board = app.session.context.notices
      for _ in 1...2 {
        board.post(Notice("The train is late."))
        board.post(Notice("A backup failed.", tone: .problem), once: "backup")
      }
      #expect(app.session.consumeNotices().count == 3)
    }
  }

  @Test("Two hosts get the same snapshots, each at its own pace")
  func twoHosts() async throws {
    try await withToy { toy, app in
      let screen = DetailScreen("one")
      try toy.tab().push(screen)
      await app.session.settleAll()
      var (slow, quick) = (
        app.session.snapshots.makeAsyncIterator(), app.session.snapshots.makeAsyncIterator()
      )
      _ = await slow.next()
      _ = await quick.next()
      screen.content.title = "two"
      #expect(await quick.next()?.panes.last?.content.title == "two")
      screen.content.title = "three"
      #expect(await quick.next()?.panes.last?.content.title == "three")
      #expect(await slow.next()?.panes.last?.content.title == "three")
    }
  }

  @Test("Of several hosts that wait, the cancelled one ends alone, and all others get the change")
  func waitingHosts() async throws {
    try await withToy { toy, app in
      let (screen, woken) = (DetailScreen("one"), Gate())
      woken.open()
      try toy.tab().push(screen)
      await app.session.settleAll()
      let hosts = ["a", "b", "c"].map { name in
        Task.immediate {
          var snapshots = app.session.snapshots.makeAsyncIterator()
          _ = await snapshots.next()
          let title = await snapshots.next()?.panes.last?.content.title
          toy.journal.write("\(name) \(title ?? "ended")")
          await woken.wait()
        }
      }
      hosts[0].cancel()
      await woken.arrived()
      #expect(toy.journal.lines == ["a ended"])
      screen.content.title = "two"
      await woken.arrived(3)
      #expect(toy.journal.lines.sorted() == ["a ended", "b two", "c two"])
    }
  }
}
