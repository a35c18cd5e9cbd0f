import Foundation
import TestKit

/// The public declarations of a module as lines, one a declaration, sorted.
struct PublicAPI {
  let lines: [String]

  /// Reads the declarations from the module that these tests were built with.
  init(of module: String) async throws {
    let graphs = try TemporaryFolder()
    let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
    let process = try ChildProcess(
      "/usr/bin/env",
      [
        swift, "symbolgraph-extract", "-module-name", module, "-I", try Self.builtModules(),
        "-output-dir", graphs.path, "-minimum-access-level", "public", "-skip-synthesized-members",
        "-skip-inherited-docs",
      ])
    let messages = String(decoding: try process.errors.readToEnd() ?? Data(), as: UTF8.self)
    guard await process.end() == 0 else { throw Problem(description: messages) }
    lines = try Self.lines(of: try SymbolGraph(of: module, in: graphs.path))
  }

  /// Why the declarations can't be read.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// The folder with the modules that these tests were built with.
  private static func builtModules() throws -> String {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let modules = folder.appending(path: "Modules").path
      if FileManager.default.fileExists(atPath: "\(modules)/Core.swiftmodule") { return modules }
    }
    throw Problem(description: "The built modules are not beside \(CommandLine.arguments[0]).")
  }

  // MARK: From a graph to lines

  /// One line: the path of a declaration, and what is said about it.
  private struct Line: Hashable, Comparable {
    let path: String
    let text: String

    static func < (left: Self, right: Self) -> Bool {
      (left.path, left.text) < (right.path, right.text)
    }
  }

  private static func lines(of graph: SymbolGraph) throws -> [String] {
    let requirements = Set(
      graph.relationships.filter { $0.kind == "requirementOf" }.map(\.source))
    var paths: [String: String] = [:]
    var lines: Set<Line> = []
    for symbol in graph.symbols where symbol.location != nil {
      paths[symbol.identifier.precise] = symbol.path
      let isRequirement = requirements.contains(symbol.identifier.precise)
      let declaration = try symbol.declaration()
      lines.insert(
        Line(path: symbol.path, text: (isRequirement ? "requirement: " : "") + declaration))
    }
    for (type, names) in conformances(of: graph, paths) {
      lines.insert(Line(path: type, text: names))
    }
    return lines.sorted().map { "\($0.path): \($0.text)" }
  }

  /// What every type conforms to, or the compiler derives.
  private static let implied: Set = [
    "Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype",
  ]

  /// The conformances and superclass of each type; conditional conformances are separate.
  private static func conformances(
    of graph: SymbolGraph, _ paths: [String: String]
  ) -> [(type: String, text: String)] {
    var names: [[String]: Set<String>] = [:]
    for relationship in graph.relationships
    where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
      let name =
        paths[relationship.target]
        ?? relationship.targetFallback.map { String($0.drop { $0 != "." }.dropFirst()) }
      guard let type = paths[relationship.source], let name, !implied.contains(name) else {
        continue
      }
      let verb = relationship.kind == "conformsTo" ? "conforms to" : "inherits from"
      names[[type, verb, relationship.swiftConstraints.text], default: []].insert(name)
    }
    return names.map { key, names in
      (key[0], "\(key[1]) \(names.sorted().joined(separator: ", "))\(key[2])")
    }
  }
}

extension SymbolGraph.Symbol {
  /// The names from the outermost type to the declaration, without labels: `AppSession.select`.
  fileprivate var path: String {
    pathComponents.map { $0.prefix { $0 != "(" } }.joined(separator: ".")
  }

  /// Returns the declaration in one line, with what its extension requires.
  fileprivate func declaration() throws -> String {
    var text = declarationFragments.map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if text.hasSuffix(" { get set }"), try hasHiddenSetter() {
      text = text.replacing(" { get set }", with: " { get }")
    }
    let isDeprecated = availability?.contains { $0.isUnconditionallyDeprecated == true } == true
    return (isDeprecated ? "deprecated " : "") + (accessLevel == "open" ? "open " : "") + text
      + (swiftExtension?.constraints).text
  }

  /// Returns whether the source says that clients can't set the property. For an `@Observable` class the compiler
  /// lists the setter nevertheless.
  private func hasHiddenSetter() throws -> Bool {
    guard let location, let file = URL(string: location.uri) else { return false }
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(location.position.line)
      && lines[location.position.line].contains(/(?:private|internal|package)\(set\)/)
  }
}

extension [SymbolGraph.Constraint]? {
  /// The constraints as a clause, or nothing.
  fileprivate var text: String {
    let clauses = (self ?? []).filter { !["Copyable", "Escapable"].contains($0.rhs) }
      .map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }
    return clauses.isEmpty ? "" : " where " + clauses.sorted().joined(separator: ", ")
  }
}
