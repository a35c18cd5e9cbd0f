import Foundation
import Scaffold
import Testing

@Suite("Kinds of features") struct FeatureKindTests {
  private static let small: [FeatureKind] = [.tab, .screen, .service]

  /// A project with the feature Shop, whose tab lists what belongs to the account.
  private func withAccount(_ body: (Project) throws -> Void) throws {
    try withProject { project in
      try project.addShop(tab: ".account")
      try body(project)
    }
  }

  @Test("A kind is read by its name, and nothing is a whole feature")
  func names() throws {
    #expect(try FeatureKind("") == .whole)
    for kind in FeatureKind.allCases { #expect(try FeatureKind(kind.rawValue) == kind) }
  }

  @Test("Another kind is refused, and the kinds are listed", arguments: ["Tab", "view", " "])
  func unknown(text: String) throws {
    let error = #expect(throws: ScaffoldError.self) { try FeatureKind(text) }
    #expect(error == .kind(text))
    for kind in FeatureKind.allCases {
      #expect(error?.description.contains(kind.rawValue) == true)
    }
  }

  @Test(
    "Each kind has the files that it needs and no other",
    arguments: [
      (
        FeatureKind.tab,
        [
          "Coordinators/NotesCoordinator", "NotesFeature", "Screens/NotesScreen",
          "Screens/NotesText", "ViewModels/NotesViewModel",
        ]
      ),
      (
        .screen,
        [
          "Coordinators/NotesCoordinator", "NotesFeature", "Screens/NotesScreen",
          "Screens/NotesText", "ViewModels/NotesViewModel",
        ]
      ),
      (
        .service,
        [
          "Models/NotesMark", "NotesFeature", "Screens/NotesText", "Services/KeyValueNotesStore",
          "Services/MemoryNotesStore", "Services/NotesStore",
        ]
      ),
    ])
  func files(kind: FeatureKind, expected: [String]) throws {
    try withAccount { project in
      let name = try FeatureName("Notes", taken: project.scaffold.taken)
      let paths = try project.scaffold.make(name, kind: kind).map(\.path)
      let own = paths.filter { $0.hasPrefix("Modules/") }
      #expect(own == expected.map { "Modules/Notes/\($0).swift" }.sorted())
      #expect(paths.contains("App/Composition/Features/NotesFeature+App.swift"))
      #expect(paths.contains("Tests/NotesTests/NotesFeatureTests.swift"))
    }
  }

  @Test("No kind leaves a placeholder in a file or its name", arguments: FeatureKind.allCases)
  func placeholders(kind: FeatureKind) throws {
    try withAccount { project in
      let name = try FeatureName("ReadingClubs", taken: project.scaffold.taken)
      for file in try project.scaffold.make(name, kind: kind) where file.added == nil {
        #expect(!file.path.contains("emplate"))
        #expect(!file.text.contains("emplate"), "\(file.path)")
        #expect(!file.text.contains("TODO"), "\(file.path)")
      }
    }
  }

  @Test("Each kind changes one line of two files, and a plan changes nothing", arguments: small)
  func lines(kind: FeatureKind) throws {
    try withAccount { project in
      let before = try project.everything()
      let name = try FeatureName("ReadingClubs", taken: project.scaffold.taken)
      let plan = try project.scaffold.plan(name, kind: kind)
      #expect(try project.everything() == before)
      let files = try project.scaffold.make(name, kind: kind)
      #expect(files == plan)
      let changed = files.filter { $0.added != nil }
      #expect(changed.map(\.path) == ["Package.swift", "App/Composition/AppFeatures.swift"])
      #expect(changed.compactMap(\.added) == [["  \"ReadingClubs\","], ["    .readingClubs,"]])
      let after = try project.everything()
      let touched = before.keys.filter { before[$0] != after[$0] }
      #expect(Set(touched) == Set(changed.map(\.path)))
    }
  }

  @Test(
    "Each kind compiles in Swift 6, with a screen that was added to it, and their tests",
    arguments: small)
  func compiles(kind: FeatureKind) throws {
    try withAccount { project in
      let feature = try project.scaffold.make(FeatureName("Notes", taken: []), kind: kind)
      let screen = try project.screens.make("NoteDetails", in: "Notes")
      try project.compileFeature("Notes", (feature + screen).map(\.path))
    }
  }

  @Test("The same command twice is refused, and changes nothing", arguments: small)
  func twice(kind: FeatureKind) throws {
    try withAccount { project in
      let name = "Notes"
      _ = try project.scaffold.make(
        FeatureName(name, taken: project.scaffold.taken), kind: kind)
      let before = try project.everything()
      #expect(throws: ScaffoldError.taken(name)) {
        try project.scaffold.make(
          FeatureName(name, taken: project.scaffold.taken), kind: kind)
      }
      #expect(try project.everything() == before)
    }
  }

  @Test("A file that is there already is not overwritten", arguments: small)
  func existing(kind: FeatureKind) throws {
    try withAccount { project in
      let path = "App/Composition/Features/NotesFeature+App.swift"
      try project.write("// mine", to: path)
      let before = try project.everything()
      let error = #expect(throws: ScaffoldError.self) {
        try project.scaffold.make(
          FeatureName("Notes", taken: project.scaffold.taken), kind: kind)
      }
      #expect(error?.description.contains(path) == true)
      #expect(try project.everything() == before)
    }
  }

  @Test("Without a tab for the account, a KIND=screen is refused, and the error says what to use")
  func noAccount() throws {
    try withProject { project in
      try project.addShop()
      let before = try project.everything()
      let error = #expect(throws: ScaffoldError.self) {
        try project.scaffold.make(
          FeatureName("Notes", taken: project.scaffold.taken), kind: .screen)
      }
      #expect(error?.description.contains("KIND=tab") == true)
      #expect(error?.description.contains("make screen NAME=Notes IN=Shop") == true)
      #expect(try project.everything() == before)
    }
  }

  @Test("A name is refused that an account item, a link, account data or another screen has")
  func taken() throws {
    try withAccount { project in
      try project.write(
        #"let item = AccountItem("top10", title: "") {}; let b = link.host == "offers""#,
        to: "Modules/Shop/Coordinators/Items.swift")
      try project.write(
        "struct OrderData: AccountData {\n  let name = \"orders\"\n}\n",
        to: "Modules/Shop/Services/OrderData.swift")
      try project.write(
        "enum Values { static let subject = \"shopping-lists\" }\n",
        to: "App/Composition/Storage/Values.swift")
      let before = try project.everything()
      for name in ["Top10", "Offers", "Orders", "ShoppingLists"] {
        #expect(throws: ScaffoldError.taken(name)) {
          try project.scaffold.make(
            FeatureName(name, taken: project.scaffold.taken), kind: .tab)
        }
      }
      #expect(throws: ScaffoldError.type("Cart", "CartScreen")) {
        try project.scaffold.make(FeatureName("Cart", taken: []), kind: .tab)
      }
      #expect(try project.everything() == before)
    }
  }

  @Test("A test of KIND=tab has no second tab with the feature's own name, whatever that is")
  func secondTab() throws {
    try withProject { project in
      // The last one is called like the second tab of Notes.
      for text in ["Notes", "Other", "BesideNotes"] {
        let name = try FeatureName(text, taken: [])
        let plan = try project.scaffold.plan(name, kind: .tab)
        let tests = try #require(plan.first { $0.path.hasPrefix("Tests/") })
        let tabs = tests.text.matches(of: /solo\(\s*tab: "([a-z-]+)"/).map { String($0.1) }
        #expect(tabs.count == 1 && !tabs.contains(name.word), "\(tabs)")
      }
    }
  }

  @Test("The next steps name what was made", arguments: FeatureKind.allCases)
  func steps(kind: FeatureKind) throws {
    let name = try FeatureName("ReadingClubs", taken: [])
    let steps = NextSteps.feature(name, kind: kind, skipsOnboarding: false)
    #expect(!steps.contains("skip-all"))
    let skipping = NextSteps.feature(name, kind: kind, skipsOnboarding: true)
    #expect(skipping.replacing("skip-all, ", with: "") == steps)
    #expect(skipping.contains("skip-all") == (kind != .service))
    #expect(steps.split(separator: "\n").contains("  make test ONLY=ReadingClubs"))
    switch kind {
    case .whole, .tab: #expect(steps.contains("tab reading-clubs"))
    case .screen: #expect(steps.contains("tab account, open Reading clubs"))
    case .service: #expect(steps.contains("readingClubsFeature"))
    }
  }

  @Test("The next steps skip the template's first screens, not those of a team's own Onboarding")
  func skipping() throws {
    try withProject { project in
      try project.write("let features = [\n  \"Onboarding\",\n]\n", to: "Package.swift")
      for (list, isSkipped) in [("# None.\n", false), ("Onboarding\n", true)] {
        try project.write(list, to: ".ci/template-features")
        #expect(try FeatureRemoval(root: project.root).hasOnboarding == isSkipped)
      }
    }
  }

  @Test("The next steps of a service name the property of the composition, and its file")
  func service() throws {
    try withProject { project in
      let name = try FeatureName("ReadingClubs", taken: [])
      let file = try #require(
        try project.scaffold.make(name, kind: .service).first { $0.path.hasPrefix("App/") })
      #expect(file.text.contains("var readingClubsFeature: ReadingClubsFeature?"))
      let steps = NextSteps.feature(name, kind: .service, skipsOnboarding: false)
      #expect(steps.contains("\(file.path)    gives a session readingClubsFeature"))
    }
  }
}
