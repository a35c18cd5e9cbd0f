import Foundation
import Testing

/// The arrows between modules and between the folders inside each.
@Suite("The graph of modules and folders") struct GraphTests {
  private static let modules = Dictionary(
    grouping: SourceTree.project.files.filter { $0.module?.isSource == true },
    by: { $0.module?.name ?? "" })

  /// Package.swift grants imports, and the build refuses others; this holds what Package.swift may grant.
  @Test("No module of the core and no feature imports a feature, an adapter or a host")
  func layers() {
    let roles = Self.modules.compactMapValues(\.first?.module?.role)
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

  /// If `make graph` sets the variable, the page is written instead of compared.
  @Test("Docs/modules.md is drawn from these sources (make graph draws it again)")
  func page() throws {
    let page = GraphPage(.project)
    let url = SourceTree.project.root.appending(path: GraphPage.path)
    if ProcessInfo.processInfo.environment["BOOKSAPP_DRAW_GRAPH"] != nil {
      try page.text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == page.text)
  }

  @Test(
    "A team that takes the pattern alone imports Core and Services: at most 4,500 lines of code")
  func size() {
    let lines = ["Core", "Services"].flatMap { Self.modules[$0] ?? [] }.flatMap(\.codeLines)
      .count { !$0.allSatisfy(\.isWhitespace) }
    #expect(lines <= 4500, "now \(lines)")
  }
}
