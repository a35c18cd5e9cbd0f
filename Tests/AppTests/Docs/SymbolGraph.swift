import Foundation

/// A part of a module's symbol graph, which the compiler's `symbolgraph-extract` writes as JSON.
struct SymbolGraph: Decodable {
  /// A declaration.
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }

      let uri: String
      /// Its first line is 0.
      let position: Position
    }
    struct Extension: Decodable { let constraints: [Constraint]? }
    struct Availability: Decodable { let isUnconditionallyDeprecated: Bool? }

    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let accessLevel: String
    /// Where it is in the sources; nil for what the compiler adds, such as a synthesized initializer.
    let location: Location?
    let swiftExtension: Extension?
    let availability: [Availability]?
  }

  /// Says how two declarations belong together.
  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    /// The name of the target if it is another module's.
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
  }

  /// A constraint of a generic parameter.
  struct Constraint: Decodable {
    let kind: String
    let lhs: String
    let rhs: String
  }

  var symbols: [Symbol]
  var relationships: [Relationship]

  /// Reads the files of a module: its own, and one for each module that it extends.
  init(of module: String, in folder: String) throws {
    (symbols, relationships) = ([], [])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name == "\(module).symbols.json" || name.hasPrefix("\(module)@") {
      let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      symbols += graph.symbols
      relationships += graph.relationships
    }
  }
}
