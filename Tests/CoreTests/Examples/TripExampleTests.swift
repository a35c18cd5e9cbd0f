import Inspection
import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@Suite("The examples of the documentation, as one small app")
@MainActor struct TripExampleTests {
  private let traveller = Traveller()

  private func session(layout: WidthClass = .compact) -> AppSession {
    AppSession(context: .test(), features: [.trips(traveller)], layout: layout)
  }

  @Test("A trip is planned step by step, after signing in on the way")
  func plan() async {
    await withApp({ session() }) { app in
      await app.session.settleAll()
      #expect(app.session.consumeNotices().count == 1)
      await app.tap("add")
      #expect(app.title == "Sign in")
      await app.tap("enter")
      #expect(app.title == "Welcome")
      #expect(app.session.coordinatorTree.last?.hasSuffix("[Detail]") == true, "one screen")
      await app.tap("go on")
      #expect(app.title == "city")
      await app.fill("City", "Lima")
      await app.tap("next")
      await app.fill("Days", "9")
      await app.tap("next")
      #expect(app.rows == ["Rome", "Oslo", "Lima"])
    }
  }

  @Test("A trip takes the place of the one beside the list, and a removed one leaves it")
  func secondColumn() async {
    await withApp({ session(layout: .wide) }) { app in
      await app.choose("Rome")
      await app.choose("Oslo")
      #expect(app.title == "Oslo")
      #expect(app.session.coordinatorTree.count { $0.contains("trip#") } == 1)
      await app.tap("remove")
      await app.tap("remove")
      #expect(app.rows == ["Rome"])
    }
  }

  @Test("A session is used as a host uses it")
  func host() async throws {
    let context = AppContext(
      clock: SystemClock(), identifiers: UniqueIdentifiers(), randomness: SystemRandomness(),
      logger: MemoryLogger())
    let session = AppSession(context: context, features: [.trips(traveller)])
    await session.launch()
    _ = await session.select("trip:rome")
    #expect(session.snapshot.panes.last?.content.title == "Rome")
    _ = await session.back()
    session.stop()
    await session.settleAll()
  }

  @Test("An app without features is launched, and ends when it is stopped")
  func withoutFeatures() async {
    let context = AppContext(
      clock: SystemClock(), identifiers: UniqueIdentifiers(), randomness: SystemRandomness(),
      logger: MemoryLogger())
    let session = AppSession(context: context, features: [])
    await session.launch()
    #expect(!session.hasEnded)
    session.stop()
    #expect(session.hasEnded)
  }

  @Test("A flow replaces its own screens when its child has finished")
  func newAccount() async {
    await withApp({ session() }) { app in
      await app.tap("add")
      await app.tap("new")
      #expect(app.title == "New account")
      await app.tap("make")
      #expect(app.title == "Welcome")
      #expect(app.screen?.header.leave != Header.Leave.back)
      await app.tap("go on")
      #expect(app.title == "city")
    }
  }

  @Test("A gate stands before the tabs until it is passed")
  func gate() async {
    traveller.mustSignIn = true
    await withApp({ session() }) { app in
      #expect(app.title == "Sign in")
      await app.tap("enter")
      await app.tap("go on")
      #expect(app.title == "Trips")
    }
  }

  @Test("Calls of one lock do not overlap")
  func lock() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let saving = AsyncLock()
    try await saving.withLock { () async throws(StorageError) in
      try await store.set(Data([1]), for: "trips")
    }
    #expect(try await store.value(for: "trips") == Data([1]))
  }

  @Test("A link leads to a trip")
  func link() async throws {
    await withApp({ session() }) { app in
      #expect(await app.open("example://trips/oslo") == .shown)
      #expect(app.title == "Oslo")
    }
    let link = try DeepLink("example://trips/rome?from=mail")
    #expect(link.scheme == "example")
    #expect(link.host == "trips")
    #expect(link.path == ["rome"])
    #expect(link.query == ["from": "mail"])
  }

  @Test("A feature of a test stands beside others")
  func beside() async {
    let home = Feature.solo { tab in tab.push(ListScreen("Home")) }
    await withApp({ AppSession(context: .test(), features: [home, .trips(traveller)]) }) { app in
      #expect(app.title == "Home")
      await app.tab("Trips")
      #expect(app.title == "Trips")
    }
  }

  @Test("Contributions of features are collected by their type")
  func contributions() {
    let features = [Feature.trips(traveller)]
    let greetings = features.contributions(of: Greeting.self)
    #expect(greetings == [Greeting("Where to?")])
  }

  @Test("A screen that observes a timer follows the app's clock")
  func timer() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    var context = AppContext.test()
    context.clock = clock
    await withApp({ AppSession(context: context, features: [.trips(traveller)]) }) { app in
      await app.choose("Rome")
      await clock.sleeper(until: Date(timeIntervalSince1970: 1))
      clock.advance(by: .seconds(1))
      await app.until { app.content.subtitle == "open for 1 s" }
    }
  }

  @Test("Small values are kept for an owner, and move to an account as a whole")
  func values() async throws {
    let store = MemoryKeyValueStore()
    let guest = OwnedValues(store, of: .guest, about: "trips")
    try await guest.change("adding a trip") { values throws(StorageError) in
      let count = try values.value(for: "count")?.first ?? 0
      try values.set(Data([count + 1]), for: "count")
    }
    let data = [OwnedValuesData(about: "trips", in: store)]
    try await OwnerChange.move(from: .guest, to: .account("ada")).make(in: data, database: nil)
    let ada = OwnedValues(store, of: .account("ada"), about: "trips")
    #expect(try await ada.value(for: "count") == Data([1]))
    #expect(try await guest.value(for: "count") == nil)
  }

  @Test("A name is on one line, can be seen and is bounded")
  func name() throws {
    let name = try ReadableName("  Ada Lovelace ", limit: 60)
    #expect(name.text == "Ada Lovelace")
    #expect(throws: ReadableName.Problem.invisible) { try ReadableName("\u{200D}", limit: 60) }
  }

  @Test("An account item is a row and the flow behind it")
  func item() {
    let item = AccountItem("trips", title: "My trips", detail: { "2 planned" }) {
      TripCoordinator(Trip(id: "rome", city: "Rome"))
    }
    #expect(item.detail() == "2 planned")
    #expect(Route.accountItem(item.id).parameters == ["id": "trips"])
  }
}
