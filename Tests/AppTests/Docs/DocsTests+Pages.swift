import AppComposition
import AppTerminal
import Foundation
import Shell
import TestKit
import Testing
@testable import Scaffold

extension DocsTests {
  @Suite("Docs/json.md, features.md, checks.md and core.md match the sources")
  @MainActor struct Pages {
    // feature: Auth, Books, Onboarding
    @Test("Every key of the JSON output is described")
    func keys() async throws {
      let page = try DocsPage("Docs/json.md")
      let described = Set(
        page.text.codeSpans.flatMap { span in span.split(separator: ".").map(String.init) })
      let commands = """
        skip-all
        open booksapp://books/dune
        start
        rate 5
        edit
        set notes Sand.
        save
        open booksapp://statistics
        open booksapp://account
        create
        set name x
        help
        log
        nonsense
        """
      let result = await ScriptPlayer(.app).play(
        commands, arguments: ["--ephemeral", "--json", "--keep-going"])
      var keys: Set<String> = []
      var types: Set<String> = []
      for line in result.output.split(separator: "\n") {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        Self.collect(object, &keys)
        if let type = (object as? [String: Any])?["type"] as? String { types.insert(type) }
      }
      #expect(types.isSuperset(of: ["screen", "answer", "problem"]), "\(result.messages)")
      #expect(keys.count > 25, "\(keys)")
      #expect(keys.subtracting(described) == [])
      for type in types { #expect(page.text.contains("## `\(type)`"), "\(type)") }
    }

    private static func collect(_ value: Any, _ keys: inout Set<String>) {
      if let object = value as? [String: Any] {
        keys.formUnion(object.keys)
        for value in object.values { collect(value, &keys) }
      }
      for value in value as? [Any] ?? [] { collect(value, &keys) }
    }

    // end
    @Test("The described suppressions are the suppressions of the address sanitizer")
    func suppressions() throws {
      let page = try DocsPage("Docs/checks.md")
      let source = try String(
        contentsOf: Sources.root.appending(path: "Tests/Sanitizers/address.c"), encoding: .utf8)
      let used = Set(
        source.matches(of: /"(?:leak|interceptor_via_fun):(.+?)\\n"/).map { String($0.1) })
      let rows = page.rows.filter { $0.cells.count == 3 && $0.cells[0].hasPrefix("`") }
      let described = Set(rows.compactMap(\.cells.first?.codeSpans.first))
      #expect(used.count == 5)
      #expect(used == described.subtracting(described.filter { $0.hasPrefix("make ") }))
    }

    @Test("Running make help lists every target of the Makefile")
    func help() throws {
      let makefile = try String(
        contentsOf: Sources.root.appending(path: "Makefile"), encoding: .utf8)
      let lines = makefile.split(separator: "\n")
      let targets = lines.compactMap { $0.firstMatch(of: /^([a-z-]+):(?!=)/)?.1 }
      #expect(targets.count > 15)
      for target in targets {
        #expect(lines.contains { $0.hasPrefix("\(target):") && $0.contains(" ## ") }, "\(target)")
      }
    }

    @Test("Running make apple builds every module that doesn't need Linux")
    func apple() throws {
      let makefile = try String(
        contentsOf: Sources.root.appending(path: "Makefile"), encoding: .utf8)
      let list = try #require(makefile.firstMatch(of: /APPLE_MODULES = ((?:.*\\\n)*.*)/)).1
      var built = Set(list.split { " \\\n".contains($0) }.map(String.init))
      #expect(built.remove("$(APP_FEATURES)") != nil)
      // A product gives xcodebuild a scheme; each feature is one.
      let package = try String(
        contentsOf: Sources.root.appending(path: "Package.swift"), encoding: .utf8)
      let products = Set(
        package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
      #expect(built.subtracting(products) == [])
      built.formUnion(try FeatureRemoval(root: Sources.root).features)
      let modules = Set(
        SourceTree.project.files.compactMap(\.module)
          .filter { [.core, .testKit, .feature, .library].contains($0.role) }.map(\.name))
      // What a host there links: the app without the terminal, over the system's SQLite.
      #expect(built == modules.union(["SQLiteStorage", "AppComposition"]))
    }

    @Test("The types in core.md are public types of Core or Services, in the named files")
    func types() throws {
      let lists = try ["Core", "Services"].map { try DocsPage("Docs/api/\($0).txt").text }.joined()
      let listed = Set(
        lists.matches(of: /(?m)^(\w+): .*\b(?:class|struct|enum|protocol) \w/).map { String($0.1) })
      let files = Dictionary(uniqueKeysWithValues: SourceTree.project.files.map { ($0.path, $0) })
      let rows = try DocsPage("Docs/core.md").rows.map(\.cells)
        .filter { $0.first?.hasPrefix("`") == true }
      let types = rows.compactMap(\.first?.codeSpans.first)
      #expect(types.count == 23 && Set(types).count == 23)
      for (type, cells) in zip(types, rows) {
        #expect(listed.contains(type), "\(type)")
        let path = try #require(cells.last?.paths.first)
        #expect(files[path]?.topLevelNames.contains(type) == true, "\(type) in \(path)")
      }
    }

    @Test("The files in features.md are the files that the scaffold changes")
    func features() throws {
      let page = try DocsPage("Docs/features.md")
      func scaffold(_ file: Substring) throws -> String {
        let path = "Modules/Scaffold/\(file).swift"
        return try String(contentsOf: Sources.root.appending(path: path), encoding: .utf8)
      }
      let owners = try scaffold("FeatureScaffold").matches(of: /file: (\w+)\.path,/).map { $0.1 }
      let changed = try owners.map { owner in
        try #require(try scaffold(owner).firstMatch(of: /static let path = "([^"]+)"/)?.1)
      }
      #expect(changed == ["Package.swift", "App/Composition/AppFeatures.swift"])
      for path in changed { #expect(page.text.contains("`\(path)`"), "\(path)") }
    }
  }
}
