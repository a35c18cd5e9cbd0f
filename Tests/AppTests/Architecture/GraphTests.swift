import Foundation
import Testing
@testable import Scaffold

/// The arrows between modules and between the folders inside each.
@Suite("The graph of modules and folders") struct GraphTests {
  private static let modules = Dictionary(
    grouping: SourceTree.project.files.filter { $0.module?.isSource == true },
    by: { $0.module?.name ?? "" })
  private static let publicMembers = SourceTree.project.files.publicMembers

  @Test("An adapter imports one C module")
  func adapters() {
    let adapters = Self.modules.filter { Self.roles[$0.key] == .adapter }
    #expect(!adapters.isEmpty)
    for (name, files) in adapters {
      let imports = Set(files.flatMap(\.imports))
      #expect(imports.intersection(Self.cModules).count == 1, "\(name)")
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

  /// The module maps over C libraries: the folders of adapters without Swift.
  private static var cModules: Set<String> {
    let folder = SourceTree.project.root.appending(path: "Modules/Adapters")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Set(names).filter {
      FileManager.default.fileExists(
        atPath: folder.appending(path: $0).appending(path: "module.modulemap").path)
    }
  }

  private static var roles: [String: ModuleRole] {
    modules.compactMapValues(\.first?.module?.role)
  }

  @Test("The folders of a module use each other in one direction", arguments: modules.keys.sorted())
  func folders(_ module: String) {
    let graph = FolderGraph(of: Self.modules[module] ?? [], beside: Self.publicMembers)
    for arrow in graph.cyclic {
      Issue.record(
        "\(arrow.from) uses \(arrow.to): \(graph.arrows[arrow] ?? ""), and the other way")
    }
  }

  @Test("A feature's screens use no file of its services", arguments: modules.keys.sorted())
  func screens(_ module: String) {
    guard Self.roles[module] == .feature else { return }
    let graph = FolderGraph(of: Self.modules[module] ?? [], beside: Self.publicMembers)
    #expect(graph.servicesInScreens == [])
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
