import Testing

/// A few lines of code with a path, which a rule must reject or accept.
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
  /// Snippets that the rules must reject, at least one per rule.
  static let refused: [Snippet] =
    [
      Snippet(.featureFolders, "Modules/Auth/Helpers/A.swift", "struct A {}"),
      Snippet(.featureFolders, "Modules/Auth/A.swift", "struct A {}"),
      Snippet(.featureFolders, "Modules/Auth/ATransferText.swift", "enum ATransferText {}"),
      Snippet(
        .featureShape, "Modules/Loans/LoansFeature.swift",
        "public struct LoansFeature {\n  public var feature: Feature { made }\n}"),
      Snippet(.featureShape, "Modules/Loans/LoansFeature.swift", "enum LoansFeature {}"),
      Snippet(.featureShape, "Modules/Loans/LoansFeature.swift", "final class LoansFeature: A {}"),
      Snippet(.typeNames, "Modules/Auth/Models/A.swift", "public struct Auth {}"),
      Snippet(.countedWork, "Modules/Core/Core/A.swift", "func a() { Task { await b() } }"),
      Snippet(.countedWork, "Modules/Books/ViewModels/A.swift", "Task(priority: .low) { }"),
      Snippet(.countedWork, "Modules/Books/ViewModels/A.swift", "Task.detached { }"),
      Snippet(.countedWork, "Modules/Books/ViewModels/A.swift", "t = Task<Void, Never> { }"),
      Snippet(.countedWork, "Modules/Core/Core/A.swift", "let a = Task.atOnce(save)"),
      Snippet(.countedWork, "Modules/Core/Core/A.swift", "requests.append(.atOnce { await b() })"),
      Snippet(.countedWork, "Modules/Core/Core/A.swift", "DispatchQueue.main.async { }"),
      Snippet(.countedWork, "Modules/Books/Services/A.swift", "Thread.detachNewThread { }"),
      Snippet(
        .countedWork, "Modules/Core/Core/A.swift", "// Not counted: a.\nTask { b }\nTask { c }"),
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
        #"session.context.experiments["a"]"#),
      Snippet(.noGlobalState, "Modules/Books/Models/A.swift", "enum A { static var count = 0 }"),
      Snippet(.noGlobalState, "Modules/Books/Models/A.swift", "nonisolated(unsafe) var count = 0"),
      Snippet(.noGlobalState, "Modules/Books/Models/A.swift", "nonisolated(unsafe) let a = B()"),
      Snippet(
        .noGlobalState, "Modules/Books/Models/A.swift",
        "enum A { static var a: Int? { didSet { } } }"),
      Snippet(.noSingletons, "Modules/Core/Core/A.swift", "public static let shared = A()"),
      Snippet(.noSingletons, "Modules/Core/Core/A.swift", "static var shared: A { made }"),
      Snippet(.ownProcesses, "Tests/BooksTests/A.swift", "let a = Process()"),
      Snippet(.noTraps, "Modules/Shell/A.swift", #"fatalError("no")"#),
      Snippet(.askedSignOuts, "Modules/Books/Services/A.swift", "context.currentOwner.signOut()"),
      Snippet(
        .viewModelsKnowNoOwner, "Modules/Books/ViewModels/A.swift", "let reader: Owner = .guest"),
      Snippet(.textsInScreens, "Modules/Books/Services/A.swift", #"post(Notice("Saved"))"#),
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
      Snippet(
        .screensKnowNoServices, "Modules/Books/Screens/A.swift",
        "Row(BooksText.Client.title, from: any Client)"),
      Snippet(.titleSubjects, "Tests/BooksTests/A.swift", "@Test(\"Who asks\") func a() {}"),
      Snippet(.titleSubjects, "Tests/BooksTests/A.swift", "@Test(\"asks\") func a() {}"),
      Snippet(.titleSubjects, "Tests/BooksTests/A.swift", "@Test(\"It ends\") func a() {}"),
      Snippet(
        .titleSubjects, "Tests/BooksTests/A.swift", "@Test(\"RFC 1, 2.3: nor b\") func a() {}"),
      Snippet(
        .titleSubjects, "Tests/BooksTests/A.swift", "@Suite(\n  \"What is new\") struct A {}"),
    ] + refusedReporting

  /// Snippets that the rules about reporting must reject.
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

  /// Similar snippets that the rules must accept.
  static let accepted: [Snippet] = [
    Snippet(.featureFolders, "Modules/Auth/AuthFeature.swift", "extension Feature {}"),
    Snippet(.featureFolders, "Modules/Auth/ATransfer.swift", "enum ATransfer {}"),
    Snippet(.featureFolders, "Modules/Auth/Services/Remote/A.swift", "struct A {}"),
    Snippet(.featureFolders, "Modules/Core/Core/Session/A.swift", "struct A {}"),
    Snippet(
      .featureShape, "Modules/Loans/LoansFeature.swift",
      "public enum LoansFeature {\n  static func make() -> Feature { made }\n}"),
    Snippet(
      .featureShape, "Modules/Loans/LoansFeature.swift",
      "final class LoansFeature {\n  public var feature: Feature { made }\n}"),
    Snippet(
      .featureShape, "Modules/Loans/LoansFeature.swift",
      "final class LoansFeature: LoansOffering {\n  public let feature: Feature\n}"),
    Snippet(
      .featureShape, "Modules/Loans/LoansFeature.swift",
      "enum LoansFeature: Sendable {\n  static func make() -> Feature { made }\n}"),
    Snippet(.featureShape, "Modules/Loans/Models/LoansFeature.swift", "struct LoansFeature {}"),
    Snippet(.typeNames, "Modules/Auth/Models/A.swift", "enum A { struct Auth {} }"),
    Snippet(.countedWork, "Modules/Core/Core/A.swift", "var task: Task<Void, Never> { made }"),
    Snippet(
      .countedWork, "Modules/Core/Core/A.swift", "try await Task.sleep(for: a) // Task { }"),
    Snippet(.countedWork, "Modules/Core/Core/A.swift", #"let a = "Task { b }""#),
    Snippet(.countedWork, "Modules/Core/Core/A.swift", "case .atOnce(let steps): steps"),
    Snippet(.countedWork, "Modules/Shell/A.swift", "Task { }"),
    Snippet(.countedWork, "Modules/Core/Core/A.swift", "try await Task { b() }.value.get()"),
    Snippet(.countedWork, "Modules/Core/Core/A.swift", "await Task.atOnce { await b() }.value"),
    Snippet(.countedWork, "Modules/Core/Core/A.swift", "a = Mutex<Task<Void, Never>?>(nil)"),
    Snippet(
      .countedWork, "Modules/Core/Core/A.swift", "// Not counted: a\n// and b.\n  Task { c }"),
    Snippet(.screensKnowNoNavigation, "Modules/Books/Screens/A.swift", "/// Not a Navigator."),
    Snippet(
      .variantsInCoordinators, "Modules/Books/Coordinators/A.swift",
      "if context.experiments == usual {}"
    ),
    Snippet(.variantsInCoordinators, "App/Composition/A.swift", "context.experiments = usual"),
    Snippet(.noGlobalState, "Modules/Core/Core/A.swift", "enum A { static var one: Int { 1 } }"),
    Snippet(
      .noGlobalState, "Modules/Adapters/SQLiteStorage/A.swift",
      "nonisolated(unsafe) private static let a: UnsafePointer<CChar> = b()"),
    Snippet(.noGlobalState, "Modules/Core/Core/A.swift", "static func a() { var b = 0 }"),
    Snippet(
      .noGlobalState, "Modules/Core/Core/A.swift", "enum A { @TaskLocal static var current: Int? }"),
    Snippet(.noTraps, "Modules/Core/Core/A.swift", "let a = b() // fatalError()"),
    Snippet(.askedSignOuts, "Modules/Books/Services/A.swift", "services.signOut()"),
    Snippet(
      .askedSignOuts, "Modules/Books/Services/A.swift", "// Locks asked: by b.\nowner.signOut()"),
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
    Snippet(
      .screensKnowNoServices, "Modules/Books/Screens/AddClientScreen.swift",
      "    title: BooksText.AddClient.title, role: .destructive"),
    Snippet(
      .titleSubjects, "Tests/BooksTests/A.swift",
      "@Test(\"A user who asks is told\", arguments: [\"who is it\"]) func a(_ text: String) {}"),
  ]
}
