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

  @Test(
    "A feature's screens use no service that their view models have",
    arguments: modules.keys.sorted())
  func viewModels(_ module: String) {
    guard Self.roles[module] == .feature else { return }
    #expect((Self.modules[module] ?? []).servicesBehindViewModels == [])
  }

  @Test(
    "A screen that uses a service of its view model is found",
    arguments: [
      "let loans: Loans", "var loans: any Loans { made }", "@ObservationIgnored let loans: Loans",
      "private(set) var loans: Loans?",
    ])
  func viewModel(_ property: String) {
    func found(_ code: String) -> [String] {
      [
        SourceFile(path: "Modules/Shop/Services/A.swift", text: "public final class Loans {}"),
        SourceFile(
          path: "Modules/Shop/ViewModels/A.swift", text: "class A {\n  \(property)\n  let b: B\n}"),
        SourceFile(path: "Modules/Shop/Screens/A.swift", text: code),
      ].servicesBehindViewModels
    }
    #expect(found("let day = viewModel.loans.day") == ["loans"])
    #expect(found("let day = viewModel.b.loans // viewModel.loans") == [])
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

extension [SourceFile] {
  /// The properties of view models by which screens use a service, sorted.
  fileprivate var servicesBehindViewModels: [String] {
    let services = Set(filter { $0.moduleFolder == "Services" }.flatMap(\.topLevelNames))
    var held: Set<String> = []
    var used: Set<String> = []
    for file in self {
      for line in file.codeLines {
        if file.moduleFolder == "ViewModels", !line.contains("private ") {
          let pattern = /^  (?:[@\w()]+ )*(?:let|var) (\w+): (?:any )?(\w+)/
          guard let match = line.firstMatch(of: pattern) else { continue }
          if services.contains(String(match.2)) { held.insert(String(match.1)) }
        } else if file.moduleFolder == "Screens" {
          for match in line.matches(of: /viewModel\.(\w+)/) { used.insert(String(match.1)) }
        }
      }
    }
    return used.intersection(held).sorted()
  }
}
