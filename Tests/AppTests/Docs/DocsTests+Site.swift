import Foundation
import TestKit
import Testing
@testable import Scaffold

extension DocsTests {
  /// `make docs` runs DocC; here is what it gets from `.ci/catalogs`.
  @Suite("The documentation of the modules")
  struct Site {
    /// The imports of each library module, read from the sources.
    private static func imports() throws -> [String: Set<String>] {
      let programs = Set(
        try DocsPage("Package.swift").text.matches(of: /executableTarget\(\s*name: "(\w+)"/)
          .map { String($0.1) })
      let files = Dictionary(
        grouping: SourceTree.project.files.filter { $0.module?.isSource == true },
        by: { $0.module?.name ?? "" }
      ).filter { !programs.contains($0.key) }
      return files.mapValues { Set($0.flatMap(\.imports)).intersection(files.keys) }
    }

    @Test("Each library module has a page, after those it imports, with a drawing of its imports")
    func pages() throws {
      let folder = try TemporaryFolder()
      let names = try Self.write(to: folder)
      let imports = try Self.imports()
      #expect(names.contains("Core") && names.contains("AppComposition"))
      #expect(Set(names) == Set(imports.keys) && names.count == imports.count)

      for (index, name) in names.enumerated() {
        let direct = imports[name, default: []].subtracting([name])
        #expect(direct.isSubset(of: names[..<index]), "\(name)")
        let catalog = URL(filePath: folder.file("\(name).docc"))
        func text(_ file: String) throws -> String {
          try String(contentsOf: catalog.appending(path: file), encoding: .utf8)
        }
        let page = try text("\(name).md")
        #expect(page.hasPrefix("# ``\(name)``\n\n"))
        #expect(page.contains("](\(name)-imports)"), "\(name)")
        for file in ["\(name)-imports.svg", "\(name)-imports~dark.svg"] {
          let drawn = Set(try text(file).matches(of: />(\w+)<\/text>/).map { String($0.1) })
          #expect(drawn == Self.all(from: name, imports), "\(file)")
        }
      }
    }

    @Test("The topics of Core begin with the types in core.md")
    func topics() throws {
      let folder = try TemporaryFolder()
      _ = try Self.write(to: folder)
      let text = try String(contentsOfFile: folder.file("Core.docc/Core.md"), encoding: .utf8)
      let topics = try #require(text.firstMatch(of: /\n## Topics\n\n### .+\n\n((?s:.+))/)?.1)
      let types = try DocsPage("Docs/core.md").rows.compactMap(\.cells.first?.codeSpans.first)
      #expect(!types.isEmpty)
      #expect(topics.split(separator: "\n").map(String.init) == types.map { "- ``\($0)``" })
    }

    @Test("The page of Networking lists its parts in the order of Networking.swift")
    func order() throws {
      let folder = try TemporaryFolder()
      _ = try Self.write(to: folder)
      let page = folder.file("Networking.docc/Networking.md")
      let parts = try String(contentsOfFile: page, encoding: .utf8).matches(of: #/\n- (\w+): /#)
        .map { String($0.1) }
      let source = try DocsPage("Modules/Networking/Networking.swift").text
      #expect(parts.first == "HTTPCache" && parts.count > 5)
      #expect(parts == source.matches(of: #/\n// - (\w+): /#).map { String($0.1) })
    }

    /// Writes the catalogs to a folder, and returns the names of the modules in their order.
    private static func write(to folder: TemporaryFolder) throws -> [String] {
      let process = try ChildProcess(
        "/usr/bin/env", ["-C", Sources.root.path, ".ci/catalogs", folder.path])
      let output = String(decoding: try process.output.readToEnd() ?? Data(), as: UTF8.self)
      #expect(process.waitForEnd() == 0)
      return output.split(separator: "\n").map(String.init)
    }

    /// A module and what it imports, also through others.
    private static func all(from name: String, _ imports: [String: Set<String>]) -> Set<String> {
      var found: Set = [name]
      var next = [name]
      while let module = next.popLast() {
        for other in imports[module, default: []] where found.insert(other).inserted {
          next.append(other)
        }
      }
      return found
    }
  }
}
