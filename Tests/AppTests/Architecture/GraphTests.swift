import Foundation
import Testing
@testable import Scaffold

/// The arrows between modules and between the folders inside each.
@Suite("The graph of modules and folders") struct GraphTests {
  private static let modules = Dictionary(
    grouping: SourceTree.project.files.filter { $0.module?.isSource == true },
    by: { $0.module?.name ?? "" })

  /// Package.swift grants imports, and the build refuses others; this holds what Package.swift may grant.
  @Test("No module of the core and no feature imports a feature, an adapter or a host")
  func layers() {
    let roles = Self.roles
    #expect(Set(roles.values).isSuperset(of: [.core, .feature, .adapter, .host, .app]))
    for (name, files) in Self.modules {
      guard let role = roles[name], [.core, .testKit, .feature, .library].contains(role) else {
        continue
      }
      for target in Set(files.flatMap(\.imports)).subtracting([name]).sorted() {
        let target = (name: target, role: roles[target])
        guard let other = target.role, [.feature, .adapter, .host, .app].contains(other) else {
          continue
        }
        Issue.record("\(name) imports \(target.name)")
      }
    }
  }

  @Test("An adapter imports protocols of the core and one C module")
  func adapters() {
    let adapters = Self.modules.filter { Self.roles[$0.key] == .adapter }
    #expect(!adapters.isEmpty)
    for (name, files) in adapters {
      let imports = Set(files.flatMap(\.imports)).subtracting([name])
      let allowed: Set = ["Services", "HTTP", "Files", "Terminal"]
      #expect(imports.filter { Self.roles[$0] != nil }.subtracting(allowed) == [], "\(name)")
      #expect(imports.filter { Self.cModules.contains($0) }.count == 1, "\(name)")
    }
  }

  @Test("A C module is imported by one module, its adapter")
  func cModules() {
    #expect(!Self.cModules.isEmpty)
    for name in Self.cModules {
      let users = Self.modules.filter { $0.value.contains { $0.imports.contains(name) } }.keys
      #expect(
        users.count == 1 && users.allSatisfy { Self.roles[$0] == .adapter }, "\(name): \(users)")
    }
  }

  @Test(
    "A host imports Core, Inspection and protocols, and no feature, adapter or part of the app"
  )
  func hosts() {
    let hosts = Self.modules.filter { Self.roles[$0.key] == .host }
    #expect(!hosts.isEmpty)
    for (name, files) in hosts {
      let imports = Set(files.flatMap(\.imports)).subtracting([name])
      let allowed: Set = ["Core", "Inspection", "Services", "Files", "Terminal"]
      #expect(imports.filter { Self.roles[$0] != nil }.subtracting(allowed) == [], "\(name)")
    }
  }

  /// The module maps over C libraries: the folders of adapters without Swift.
  private static var cModules: Set<String> {
    let folder = SourceTree.project.root.appending(path: "Modules/Adapters")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Set(names).filter {
      FileManager.default.fileExists(
        atPath: folder.appending(path: $0).appending(path: "module.modulemap").path)
    }
  }

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
    "TestKit": ["Core", "Accounts", "Inspection", "Walks", "Files", "HTTP", "Services"],
  ]

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
    #expect(hosts == ["Shell"])
    let pattern = /"AppComposition", path:[^\[]*\[([^\]]*)\]/
    let list = try #require(Self.package.firstMatch(of: pattern))
    let granted = Self.names(in: list.1)
    #expect(granted.contains("Core"))
    #expect(granted.isDisjoint(with: hosts.union(["AppTerminal"])))
    let imports = Self.modules["AppComposition", default: []].flatMap(\.imports)
    #expect(hosts.isDisjoint(with: imports))
  }

  private static var roles: [String: ModuleRole] {
    modules.compactMapValues(\.first?.module?.role)
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

  @Test("The folders of a module use each other in one direction", arguments: modules.keys.sorted())
  func folders(_ module: String) {
    let graph = FolderGraph(of: Self.modules[module] ?? [])
    for arrow in graph.cyclic {
      Issue.record(
        "\(arrow.from) uses \(arrow.to): \(graph.arrows[arrow] ?? ""), and the other way")
    }
  }

  @Test("A cycle of folders is found, also a cycle through a third folder")
  func cycle() {
    let files = [
      SourceFile(path: "Modules/Shop/Models/A.swift", text: "struct A { let b: B }"),
      SourceFile(path: "Modules/Shop/Services/B.swift", text: "struct B { func c() -> C { C() } }"),
      SourceFile(path: "Modules/Shop/Screens/C.swift", text: "struct C { var a: [A] = [] }"),
      SourceFile(path: "Modules/Shop/Screens/D.swift", text: "struct D {} // B"),
    ]
    #expect(FolderGraph(of: Array(files.dropLast(2))).cyclic.isEmpty)
    #expect(FolderGraph(of: files).cyclic.map(\.from) == ["Models", "Screens", "Services"])
  }

  @Test("A cycle of a folder and a file beside it is found")
  func cycleBesideFolders() {
    let files = [
      SourceFile(path: "Modules/Shop/Models/A.swift", text: "struct A { let shop: Shop }"),
      SourceFile(path: "Modules/Shop/Shop.swift", text: "struct Shop { var a: [A] = [] }"),
    ]
    #expect(FolderGraph(of: Array(files.dropLast())).cyclic.isEmpty)
    #expect(FolderGraph(of: files).cyclic.map(\.from) == ["Models", "top"])
  }

  @Test("Docs/modules.md is drawn from these sources (make graph draws it again)")
  func page() throws {
    let url = SourceTree.project.root.appending(path: GraphPage.path)
    #expect(try String(contentsOf: url, encoding: .utf8) == GraphPage(.project).text)
  }

  @Test(
    "A team that takes the pattern alone imports Core and Services: at most 4,500 lines of code")
  func size() {
    let lines = ["Core", "Services"].flatMap { Self.modules[$0] ?? [] }.flatMap(\.codeLines)
      .count { !$0.allSatisfy(\.isWhitespace) }
    #expect(lines <= 4500, "now \(lines)")
  }
}
