import Testing

/// A few lines of code at a path, to see a rule fail, or not.
struct Snippet: Sendable, CustomTestStringConvertible {
  let rule: Rule
  let path: String
  let text: String

  init(_ rule: Rule, _ path: String, _ text: String) {
    self.rule = rule
    self.path = path
    self.text = text
  }

  var testDescription: String {
    "\(rule.name): \(text.prefix(60).replacing("\n", with: " "))"
  }
}

extension Snippet {
  /// What the rules must refuse, each rule at least once.
  static let refused: [Snippet] =
    [
      Snippet(.imports, "Modules/Core/Core/A.swift", "import Books"),
      Snippet(.imports, "Modules/Core/Services/A.swift", "import Core"),
      Snippet(.imports, "Modules/Core/Core/A.swift", "import Accounts"),
      Snippet(.imports, "Modules/Core/Core/A.swift", "import FoundationNetworking"),
      Snippet(.imports, "Modules/Books/Models/A.swift", "public import Auth"),
      Snippet(.imports, "Modules/Membership/Services/A.swift", "import SQLiteStorage"),
      Snippet(.imports, "Modules/Core/Accounts/A.swift", "import struct Shell.Cell"),
      Snippet(.imports, "Modules/Adapters/CryptHashing/A.swift", "import CSQLite"),
      Snippet(.imports, "Modules/Scaffold/A.swift", "import Core"),
      Snippet(.imports, "Modules/Core/TestKit/A.swift", "import Books"),
      Snippet(.imports, "Modules/Books/Services/A.swift", "import LocalCatalogue"),
      Snippet(.imports, "Modules/Auth/Services/A.swift", "import Catalogue"),
      Snippet(.imports, "Modules/Goodreads/A.swift", "import Catalogue"),
      Snippet(.imports, "Modules/Catalogue/Catalogue/A.swift", "import LocalCatalogue"),
      Snippet(.imports, "Modules/Catalogue/LocalCatalogue/Dump/A.swift", "import Books"),
      Snippet(.imports, "Tests/LocalCatalogueTests/A.swift", "import Books"),
      Snippet(.imports, "App/Composition/A.swift", "import TestKit"),
      Snippet(.imports, "Tests/BooksTests/A.swift", "@testable import Auth"),
      Snippet(.featureFolders, "Modules/Auth/Helpers/A.swift", "struct A {}"),
      Snippet(.featureFolders, "Modules/Auth/A.swift", "struct A {}"),
      Snippet(.typeNames, "Modules/Auth/Models/A.swift", "public struct Auth {}"),
      Snippet(.documentation, "Modules/Core/Core/A.swift", "public struct A {}"),
      Snippet(
        .documentation, "Modules/Core/Core/A.swift",
        "/// An A.\npublic enum A {\n  case one\n}"),
      Snippet(
        .documentation, "Modules/Core/Core/A.swift",
        "/// An A.\npublic protocol A {\n  func one()\n}"),
      Snippet(
        .documentation, "Modules/Core/Core/A.swift",
        "// Not documentation.\n@MainActor\npublic class A {}"
      ),
      Snippet(.trackedWork, "Modules/Core/Core/A.swift", "func a() { Task { await b() } }"),
      Snippet(.trackedWork, "Modules/Books/ViewModels/A.swift", "Task(priority: .low) { }"),
      Snippet(.trackedWork, "Modules/Books/ViewModels/A.swift", "Task.detached { }"),
      Snippet(.trackedWork, "Modules/Books/ViewModels/A.swift", "t = Task<Void, Never> { }"),
      Snippet(.trackedWork, "Modules/Books/Screens/A.swift", #"let a = "\(Task { 1 })""#),
      Snippet(.platforms, "Modules/Core/Core/A.swift", "for await a in Observations({ b }) {}"),
      Snippet(.platforms, "Modules/Books/ViewModels/A.swift", "Task.immediate { }"),
      Snippet(.platforms, "Modules/Books/ViewModels/A.swift", "isolated deinit {}"),
      Snippet(.screensKnowNoNavigation, "Modules/Books/Screens/A.swift", "let a: Navigator"),
      Snippet(
        .screensKnowNoNavigation, "Modules/Books/Screens/A.swift", "weak var a: BooksCoordinator?"),
      Snippet(
        .screensKnowNoNavigation, "Modules/Books/ViewModels/A.swift",
        "let navigation: NavigationController"),
      Snippet(
        .variantsInCoordinators, "Modules/Books/Screens/A.swift",
        "if context.experiments == usual {}"),
      Snippet(
        .variantsInCoordinators, "Modules/Shell/A.swift",
        #"session.context.experiments.variant(of: "a")"#),
      Snippet(.noGlobalState, "Modules/Books/Models/A.swift", "enum A { static var count = 0 }"),
      Snippet(.noGlobalState, "Modules/Books/Models/A.swift", "nonisolated(unsafe) var count = 0"),
      Snippet(
        .noGlobalState, "Modules/Books/Models/A.swift",
        "enum A { static var a: Int? { didSet { } } }"),
      Snippet(.noSingletons, "Modules/Core/Core/A.swift", "public static let shared = A()"),
      Snippet(.noTraps, "Modules/Core/Core/A.swift", "let a = try! b()"),
      Snippet(.ownProcesses, "Tests/BooksTests/A.swift", "let a = Process()"),
      Snippet(.noTraps, "App/Main/A.swift", "let a = b as! C"),
      Snippet(.noTraps, "Modules/Shell/A.swift", #"fatalError("no")"#),
      Snippet(.fileLength, "Modules/Core/Core/A.swift", String(repeating: "\n", count: 251)),
      Snippet(
        .coordinatorLength, "Modules/Books/Coordinators/ACoordinator.swift",
        String(repeating: "\n", count: 151)),
      Snippet(
        .routingSize, "Modules/Books/Screens/A.swift",
        "protocol ARouting: AnyObject {\n" + String(repeating: "  func a()\n", count: 8) + "}"),
      Snippet(
        .weakReporting, "Modules/Auth/Screens/A.swift", "private let delegate: any ADelegate"),
      Snippet(.screensKnowNoServices, "Modules/Books/Screens/A.swift", "let a: BooksServices"),
      Snippet(.screensKnowNoServices, "Modules/Books/Screens/A.swift", "let a: any Database"),
    ] + refusedReporting

  /// What the rules about reporting must refuse.
  private static let refusedReporting: [Snippet] = [
    Snippet(
      .reportingInInitializer, "Modules/Auth/Screens/A.swift", "weak var delegate: (any ADelegate)?"
    ),
    Snippet(
      .noDefaultReporting, "Modules/Auth/Screens/A.swift", "extension ADelegate { func a() {} }"),
    Snippet(
      .weakClosures, "Modules/Books/Coordinators/A.swift", "push(A(onBook: { self.show($0) }))"),
    Snippet(.weakClosures, "Modules/Books/Coordinators/A.swift", "push(A(onBook: self.show))"),
    Snippet(
      .weakClosures, "Modules/Books/Coordinators/A.swift", "func show() {}\npush(A(onBook: show))"),
    Snippet(
      .weakClosures, "Modules/Books/Coordinators/A.swift",
      "push(A(onBook: { [services] in self.show($0, services) }))"),
    Snippet(
      .internalScreens, "Modules/Auth/Screens/A.swift", "public final class AScreen: Screen {}"),
    Snippet(.givenViewModels, "Modules/Auth/Screens/A.swift", "let a = AViewModel(services)"),
  ]

  /// What looks alike and is allowed.
  static let accepted: [Snippet] = [
    Snippet(.imports, "Modules/Core/Core/A.swift", "// import Books\npublic import Foundation"),
    Snippet(.imports, "Modules/Adapters/SQLiteStorage/A.swift", "import CSQLite\nimport Services"),
    Snippet(.imports, "Modules/Books/Models/A.swift", "import Catalogue\nimport Goodreads"),
    Snippet(
      .imports, "Modules/Catalogue/LocalCatalogue/Dump/A.swift",
      "import Catalogue\nimport Services"),
    Snippet(.imports, "Tests/LocalCatalogueTests/A.swift", "import Catalogue"),
    Snippet(.imports, "Tests/BooksTests/A.swift", "import LocalCatalogue"),
    Snippet(.imports, "Tests/BooksTests/A.swift", "@testable import Books\nimport SQLiteStorage"),
    Snippet(.imports, "Tests/AppTests/A.swift", "import Auth\nimport Books"),
    Snippet(.featureFolders, "Modules/Auth/AuthFeature.swift", "extension Feature {}"),
    Snippet(.featureFolders, "Modules/Auth/Services/Remote/A.swift", "struct A {}"),
    Snippet(.featureFolders, "Modules/Core/Core/Session/A.swift", "struct A {}"),
    Snippet(.typeNames, "Modules/Auth/Models/A.swift", "enum A { struct Auth {} }"),
    Snippet(
      .documentation, "Modules/Core/Core/A.swift",
      "/// An A.\n@MainActor\npublic enum A {\n  /// One.\n  case one\n  var b: Int {\n"
        + "    switch self {\n    case .one: 1\n    }\n  }\n}"),
    Snippet(
      .documentation, "Modules/Core/Core/A.swift",
      "public import Foundation\nextension A {\n  public override func a() {}\n  func b() {}\n}"),
    Snippet(
      .documentation, "Modules/Core/Core/A.swift",
      "/// A.\npublic protocol A {}\nextension A {\n  func a() {}\n}"),
    Snippet(
      .documentation, "Modules/Core/Core/A.swift",
      "func a() {\n  switch b {\n  case .open(let c): c\n  }\n}"),
    Snippet(.trackedWork, "Modules/Core/Core/A.swift", "var task: Task<Void, Never> { made }"),
    Snippet(
      .trackedWork, "Modules/Core/Core/A.swift", "try await Task.sleep(for: a); /* Task { } */"),
    Snippet(.trackedWork, "Modules/Core/Core/A.swift", ##"let a = #"Task { \(b) }"#"##),
    Snippet(.trackedWork, "Modules/Shell/A.swift", "Task { }"),
    Snippet(.screensKnowNoNavigation, "Modules/Books/Screens/A.swift", "/// Not a Navigator."),
    Snippet(
      .variantsInCoordinators, "Modules/Books/Coordinators/A.swift",
      "if context.experiments == usual {}"
    ),
    Snippet(.variantsInCoordinators, "App/Composition/A.swift", "context.experiments = usual"),
    Snippet(.noGlobalState, "Modules/Core/Core/A.swift", "enum A { static var one: Int { 1 } }"),
    Snippet(.noGlobalState, "Modules/Core/Core/A.swift", "static func a() { var b = 0 }"),
    Snippet(
      .noGlobalState, "Modules/Core/Core/A.swift", "enum A { @TaskLocal static var current: Int? }"),
    Snippet(.noTraps, "Modules/Core/Core/A.swift", "let a = try !b() // try! as!"),
    Snippet(.ownProcesses, "Tests/BooksTests/A.swift", "let a = try ChildProcess(b) // Process()"),
    Snippet(
      .routingSize, "Modules/Books/Screens/A.swift",
      "protocol ADelegate: AnyObject {\n" + String(repeating: "  func a()\n", count: 7)
        + "}\nfinal class B { func a() {} }"),
    Snippet(.weakReporting, "Modules/Auth/Screens/A.swift", "weak var delegate: (any ADelegate)?"),
    Snippet(.weakReporting, "Modules/Auth/Screens/A.swift", "var a: (any ARouting)? { b }"),
    Snippet(
      .reportingInInitializer, "Modules/Auth/Screens/A.swift",
      "private(set) weak var delegate: (any ADelegate)?"),
    Snippet(
      .noDefaultReporting, "Modules/Auth/Coordinators/A.swift",
      "extension ACoordinator: ADelegate {}"),
    Snippet(
      .weakClosures, "Modules/Books/Coordinators/A.swift",
      "push(A(onBook: { [weak self, services] in self?.show($0, services) }))"),
    Snippet(
      .weakClosures, "Modules/Books/Coordinators/A.swift",
      "init(onBook: @escaping () -> Void) {}\npush(A(onBook: onBook, onB: { b in onBook(b) }))"),
    Snippet(.internalScreens, "Modules/Auth/Screens/A.swift", "final class AScreen: Screen {}"),
    Snippet(
      .givenViewModels, "Modules/Auth/Screens/A.swift", "init(_ viewModel: AViewModel) {}"),
    Snippet(.screensKnowNoServices, "Modules/Books/ViewModels/A.swift", "let a: BooksServices"),
  ]
}
