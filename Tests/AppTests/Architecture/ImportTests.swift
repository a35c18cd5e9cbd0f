import Foundation
import Testing
@testable import Scaffold

/// Package.swift grants imports, and the build refuses others; this holds what Package.swift may grant.
@Suite("Imports between modules") struct ImportTests {
  private static let modules = Dictionary(
    grouping: SourceTree.project.files.filter { $0.module?.isSource == true },
    by: { $0.module?.name ?? "" })
  private static let roles: [String: ModuleRole] = modules.compactMapValues(\.first?.module?.role)

  /// What each module of the core may import.
  private static let core: [String: Set<String>] = [
    "Services": [],
    "Files": ["Services"],
    "HTTP": [],
    "Terminal": [],
    "Core": ["Services"],
    "Accounts": ["Core", "Services"],
    "Inspection": ["Core", "Services"],
    "Walks": ["Core", "Inspection", "Services"],
    "TestKit": ["Core", "Accounts", "Inspection", "Files", "HTTP", "Services"],
  ]

  /// The features and libraries that may import a library; without a row all may. The composition passes the services
  /// that are made of the others.
  private static let importers: [String: Set<String>] = [
    // feature: Books
    "Catalogue": ["Books", "LocalCatalogue", "OpenLibrary"], "Goodreads": ["Books"],
    "LocalCatalogue": [], "OpenLibrary": [],
    // end
    "Networking": [],
  ]

  /// What a module may import of the project; nil for a module of the core without a row.
  private static func allowed(_ module: Module) -> Set<String>? {
    switch module.role {
    case .core, .testKit: core[module.name]
    case .library: libraries(for: module).union(["Files", "HTTP", "Services"])
    case .feature: libraries(for: module).union(["Core", "Accounts", "Files", "HTTP", "Services"])
    case .adapter: ["Services", "HTTP", "Files", "Terminal"]
    case .host: ["Core", "Inspection", "Services", "Files", "Terminal"]
    case .scaffold: []
    case .app where module.name == "ScaffoldCommand": ["Scaffold"]
    case .app where module.name == "AppComposition": all([.core, .feature, .library, .adapter])
    case .app: all([.core, .feature, .library, .adapter, .host, .app])
    case .tests: nil
    }
  }

  private static func libraries(for module: Module) -> Set<String> {
    all([.library]).filter { importers[$0]?.contains(module.name) != false }
  }

  private static func all(_ parts: Set<ModuleRole>) -> Set<String> {
    Set(roles.filter { parts.contains($0.value) }.keys)
  }

  /// The modules that a file imports though its module may not.
  private static func refused(in file: SourceFile) -> [String] {
    guard let module = file.module, let allowed = Self.allowed(module) else { return [] }
    return Set(file.imports).intersection(roles.keys).subtracting(allowed)
      .subtracting([module.name]).sorted()
  }

  @Test(
    "No module imports more than its row of the table, or its role, allows",
    arguments: modules.keys.sorted())
  func imports(_ name: String) throws {
    let files = try #require(Self.modules[name])
    let module = try #require(files.first?.module)
    #expect(Self.allowed(module) != nil, "\(name) needs a row in ImportTests.swift")
    for file in files {
      for target in Self.refused(in: file) {
        Issue.record("\(file.path) imports \(target), which ImportTests.swift does not allow")
      }
    }
  }

  @Test(
    "The table refuses an import that a line in Package.swift would grant",
    arguments: [
      ("Modules/Loans/Services", "Inspection"), ("Modules/Loans/Services", "Walks"),
      ("Modules/Loans/Services", "TestKit"), ("Modules/Loans/Services", "Networking"),
      ("Modules/Loans/Services", "SQLiteStorage"), ("Modules/Core/Core/Session", "Files"),
      ("Modules/Core/Inspection/Map", "Walks"), ("Modules/Networking/Cache", "Core"),
      ("Modules/Adapters/SQLiteStorage/Files", "Core"), ("Modules/Shell/Program", "AppTerminal"),
      ("Modules/Scaffold/Sources", "Services"), ("App/Composition/Storage", "TestKit"),
      ("App/Composition/Storage", "Shell"), ("App/Terminal/Options", "TestKit"),
      ("App/Scaffold/Options", "Core"),
      // feature: Books
      ("Modules/Books/Services", "LocalCatalogue"), ("Modules/Books/Services", "OpenLibrary"),
      ("Modules/Books/Services", "Networking"), ("Modules/Catalogue/Catalogue/Books", "Core"),
      ("Modules/Goodreads/Rows", "Core"), ("Modules/Goodreads/Rows", "Books"),
      ("Modules/Networking/Cache", "Books"), ("Modules/Loans/Services", "Books"),
      ("Modules/Networking/Cache", "Goodreads"), ("Modules/Loans/Services", "Goodreads"),
      ("Modules/Catalogue/Catalogue/Books", "LocalCatalogue"),
      ("Modules/Catalogue/OpenLibrary", "Networking"),
      // end
    ])
  func walls(_ folder: String, _ target: String) {
    let file = SourceFile(path: "\(folder)/A.swift", text: "import Services\nimport \(target)")
    #expect(Self.refused(in: file).contains(target))
  }

  @Test("The table allows what each part of the house needs")
  func needs() {
    let needs = [
      ("Modules/Loans/Services", "Accounts"), ("Modules/Adapters/SQLiteStorage", "Files"),
      ("App/Composition/Storage", "SQLiteStorage"), ("App/Terminal/Options", "Inspection"),
      ("Modules/Networking/Cache", "HTTP"),
      // feature: Books
      ("Modules/Books/Services", "Goodreads"), ("Modules/Catalogue/OpenLibrary", "Catalogue"),
      // end
    ]
    for (folder, target) in needs {
      let file = SourceFile(path: "\(folder)/A.swift", text: "public import \(target)")
      #expect(Self.refused(in: file) == [], "\(folder)")
    }
  }

  @Test(
    "Package.swift grants each module of the core the listed imports: Core may not import Files")
  func coreImports() throws {
    let pattern = /\bcore\(\s*"(\w+)"(?:,\s*imports: \[([^\]]*)\])?\s*\)/
    let granted = try Self.package.matches(of: pattern).map {
      (String($0.1), Self.names(in: $0.2 ?? ""))
    }
    #expect(Dictionary(granted) { $0.union($1) } == Self.core)
    let isCore: (ModuleRole) -> Bool = { $0 == .core || $0 == .testKit }
    #expect(Set(Self.core.keys) == Set(Self.roles.filter { isCore($0.value) }.keys))
  }

  @Test("The app's composition imports no host, so that any host can link it")
  func composition() throws {
    let hosts = Set(Self.roles.filter { $0.value == .host }.keys)
    #expect(hosts.contains("Shell"))
    let pattern = /"AppComposition", path:[^\[]*\[([^\]]*)\]/
    let list = try #require(Self.package.firstMatch(of: pattern))
    let granted = Self.names(in: list.1)
    #expect(granted.contains("Core"))
    #expect(granted.isDisjoint(with: hosts.union(["AppTerminal"])))
  }

  private static var package: String {
    get throws {
      try String(
        contentsOf: SourceTree.project.root.appending(path: "Package.swift"), encoding: .utf8)
    }
  }

  private static func names(in list: Substring) -> Set<String> {
    Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
  }
}
