import Services
import Inspection
@testable import AppComposition
@testable import AppTerminal
import Core
import Foundation
import Shell
import TestKit
import Testing

@Suite("The map is crawled from the app")
@MainActor struct MapTests {
  /// The screens that need an answer from the network, which a crawl does not have.
  // feature: Books
  // RemoteBooksTests reaches them. Without accounts only the command line leads to the choice of a catalogue.
  // feature: Auth
  private let onlyWithNetwork: Set = ["Editions"]
  // else: private let onlyWithNetwork: Set = ["Editions", "CatalogueChoice"]
  // end
  // else: private let onlyWithNetwork: Set<String> = []
  // end

  /// The screens of the sources, except those that nothing opens yet.
  private let declared = Sources.screenKinds.subtracting(Sources.unopenedScreens)

  private let unmapped = Recordings.newScreens

  @Test("A warning names the screens of new features, or says that removed ones were in the maps")
  func unmappedFeatures() {
    if KnownMap.day.isEmpty {
      Issue.record("the maps had screens of removed features: make refresh", severity: .warning)
    } else {
      for screen in unmapped.sorted() {
        Issue.record("the maps have no \(screen): make refresh", severity: .warning)
      }
    }
  }

  @Test("Recorded screens are compared unless features were added or removed since")
  func recorded() {
    #expect(Recordings.areCurrent(newScreens: [], day: "2026-11-20"))
    #expect(!Recordings.areCurrent(newScreens: ["Recipes"], day: "2026-11-20"))
    #expect(!Recordings.areCurrent(newScreens: [], day: ""))
    // Then `map` crawls the app, too.
    #expect(KnownMap().text(.mermaid, day: "") == nil)
  }

  @Test("A map has each screen with its steps, also one with a digit in its name")
  func digits() {
    let text = "flowchart LR\n  Home[\"Home<br/>0 steps\"]\n  Top10[\"Top10<br/>1 step\"]\n"
    #expect(MapFile.screens(in: text) == [ScreenKind("Home"): 0, ScreenKind("Top10"): 1])
  }

  @Test("A screen that nothing opens yet is named by a warning")
  func unopened() {
    for screen in Sources.unopenedScreens.sorted() {
      Issue.record("nothing opens \(screen): start its coordinator", severity: .warning)
    }
  }

  @Test("Every screen that needs no server can be reached, and no explored state is a dead end")
  func everyScreen() async throws {
    let map = try await Crawls.whole.map
    #expect(map.deadEnds.isEmpty)
    let reached = Set(map.screens.keys.map(\.rawValue))
    #expect(
      declared.subtracting(reached) == onlyWithNetwork,
      "a screen that only a network leads to is named in onlyWithNetwork, and tested with a server")
    #expect(reached.subtracting(declared).isEmpty)
  }

  // feature: Auth, Books
  @Test("The wide layout has the same screens as the compact one, and no dead end")
  func wide() async throws {
    var screens: Set<ScreenKind> = []
    for crawl in [Crawls.wideBooks, .wideAccount] {
      let map = try await crawl.map
      screens.formUnion(map.screens.keys)
      #expect(map.deadEnds.isEmpty)
    }
    // Books' screen in the account is in neither half; the known map of the wide layout has it.
    let inBoth: Set<ScreenKind> = ["CatalogueChoice"]
    #expect(try await screens == Set(Crawls.whole.map.screens.keys).subtracting(inBoth))
  }

  // end
  // feature: Auth, Books, Onboarding
  @Test("Another variant of an experiment has the same screens, at other distances")
  func variants() async throws {
    let whole = try await Crawls.whole.map
    let goalFirst = try await Crawls.goalFirst.map
    #expect(goalFirst.deadEnds.isEmpty)
    let (usual, other) = (whole.screens, goalFirst.screens)
    #expect(usual["GenrePicker"] == 1 && usual["Goal"] == 2)
    #expect(other["Goal"] == 1 && other["GenrePicker"] == 2)
    let details = try await Crawls.ownFirst.map
    #expect(details.deadEnds.isEmpty)
    #expect(details.screens["BookDetail"] == 1)
    #expect(Set(goalFirst.screens.keys.map(\.rawValue)) == kinds(of: ["Auth", "Onboarding"]))
    // It is opened from the account.
    let books = kinds(of: ["Books"]).subtracting(["CatalogueChoice"])
    #expect(Set(details.screens.keys.map(\.rawValue)) == books)
  }

  /// The screens of some modules that need no server, and alerts.
  private func kinds(of modules: Set<String>) -> Set<String> {
    declared.intersection(Sources.screenKinds(of: modules)).subtracting(onlyWithNetwork)
      .union(["Alert"])
  }

  // end
  @Test("Docs/map.mmd matches the app (make map writes it again)", .onceMapped)
  func upToDate() async throws {
    let map = try await Crawls.whole.map.without(unmapped)
    #expect(try MapFile(layout: .compact, variants: [:]).text == map.mermaid)
  }

  @Test(
    "Each layout and variant has a map, built into the app, of every screen that needs no server",
    .onceMapped, arguments: MapFile.all)
  func everyMap(file: MapFile) throws {
    #expect(
      try Set(file.screens.keys.map(\.rawValue))
        == declared.subtracting(onlyWithNetwork).subtracting(unmapped))
    let known = KnownMap(layout: file.layout, variants: file.variants)
    #expect(try known.map?.mermaid == file.text)
  }

  @Test("The known map is printed below its age", .onceMapped, arguments: MapFile.all)
  func printed(file: MapFile) async throws {
    let launch = LaunchOptions(layout: file.layout, variants: file.variants)
    let age = "unchanged since \(KnownMap.day); --crawl crawls it again"
    let made = "BooksApp \(AppVersion.current), \(age)\n"
    let mermaid = try await ShellConfiguration.app.map(MapRequest(), launch)
    #expect(try mermaid == "%% \(made)\(file.text)")
    let dot = try await ShellConfiguration.app.map(MapRequest(.dot), launch)
    #expect(dot.hasPrefix("// \(made)digraph app {\n"))
    #expect(CalendarDate(KnownMap.day) != nil)
  }

  // feature: Books, Onboarding
  @Test("For two variants at once no map is known, but where uses the map of each", .onceMapped)
  func severalVariants() {
    let known = KnownMap(variants: ["book-details": "own-first", "onboarding": "goal-first"])
    #expect(known.text(.mermaid) == nil)
    #expect(known.destinations(of: "next", on: "Welcome") == ["Goal"])
    #expect(KnownMap().destinations(of: "next", on: "Welcome") == ["GenrePicker"])
    #expect(KnownMap(variants: ["onboarding": "none"]).map == nil)
  }

  // end
  @Test(
    "A crawl of the ways explores fewer states than one of all, and draws the same map (at night)",
    .enabled(if: Nightly.isRunning))
  func ways() async throws {
    let all = try await Crawls.whole.map
    let crawler = Crawler(coverage: .ways, samples: .app, make: Crawls.whole.session)
    // feature: Backups
    var ways = try await crawler.crawl()
    ways.add(try await KnownMap.crawlDamaged(.crawl))
    // else: let ways = try await crawler.crawl()
    // end
    #expect(ways.mermaid == all.mermaid)
    #expect(ways.deadEnds.isEmpty)
    // feature: Books
    #expect(ways.paths.count < all.paths.count)
    // else: #expect(ways.paths.count <= all.paths.count)
    // end
  }

  @Test(
    "Every state of every layout and variant is in its map (at night)",
    .enabled(if: Nightly.isRunning), arguments: MapFile.all)
  func everyState(file: MapFile) async throws {
    var options = AppOptions.crawl
    options.layout = file.layout
    options.experiments = file.variants
    let map = try await KnownMap.crawl(options, coverage: .states)
    #expect(map.deadEnds.isEmpty)
    if let folder = Nightly.mapsFolder {
      try map.mermaid.write(to: file.url(in: folder), atomically: true, encoding: .utf8)
    } else if !KnownMap.day.isEmpty {
      #expect(try file.text == map.without(unmapped).mermaid)
    }
  }

  // feature: Auth, Books, Onboarding
  // By day only the features that a layout or a variant affects are crawled, and only the ways that
  // the map lacks are found.
  @Test("Other layouts and variants match their maps (make map writes them again)", .onceMapped)
  func parts() async throws {
    for crawl in [Crawls.wideBooks, .wideAccount, .ownFirst, .goalFirst] {
      let start = await first(of: crawl.features)
      let known = KnownMap(layout: crawl.layout, variants: crawl.variants)
      for edge in try await crawl.map.without(unmapped).edges where edge.from != edge.to {
        // Without the other features the app starts with another tab.
        if edge.to == start { continue }
        let ways = known.destinations(of: edge.action, on: edge.from)
        #expect(ways.contains(edge.to), "\(edge), \(crawl.layout) \(crawl.variants)")
      }
    }
    let file = MapFile(layout: .compact, variants: ["onboarding": "goal-first"])
    #expect(try file.screens["Goal"] == 1)
  }

  /// The screen on which an app with the features starts, after its gates.
  private func first(of features: Set<Identifier<Feature>>) async -> ScreenKind {
    var kind: ScreenKind = ""
    await withApp({ Worlds.world(features.subtracting(["onboarding"])).makeSession() }) { app in
      kind = app.screen?.kind ?? ""
    }
    return kind
  }

  // end
}

extension AppMap {
  /// The map without some screens and the ways from and to them.
  fileprivate func without(_ kinds: Set<String>) -> AppMap {
    AppMap(
      screens: screens.filter { !kinds.contains($0.key.rawValue) },
      edges: edges.filter { !kinds.contains($0.from.rawValue) && !kinds.contains($0.to.rawValue) })
  }
}
