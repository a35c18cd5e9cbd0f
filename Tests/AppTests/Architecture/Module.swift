/// What part a module plays, and so what it may import.
enum ModuleRole: Hashable, Sendable {
  case core
  /// Models, services, view models, screens and coordinators of one subject.
  case feature
  /// The terminal face, or what sits between services and the wire.
  case library
  /// Books to look up: models and a protocol, or a file format as values.
  case books
  /// The real thing behind a protocol of another module.
  case implementation(of: String)
  /// The real thing behind a protocol of Core, over one C library.
  case adapter(cModule: String)
  case testKit
  case scaffold
  case app
  /// The tests of one module.
  case tests(of: String)
}

/// A module of the project, as a path tells it.
struct Module: Hashable, Sendable {
  let name: String
  let role: ModuleRole

  /// The modules below Modules/ that are no feature. Every other folder there is one.
  static let special: [String: ModuleRole] = [
    "Catalogue": .books, "Goodreads": .books,
    "LocalCatalogue": .implementation(of: "Catalogue"),
    "OpenLibrary": .implementation(of: "Catalogue"),
    "Core": .core, "Shell": .library, "Networking": .library,
    "CurlNetworking": .adapter(cModule: "CCurl"), "SQLiteStorage": .adapter(cModule: "CSQLite"),
    "CryptHashing": .adapter(cModule: "CCrypt"),
    "TestKit": .testKit, "Scaffold": .scaffold,
  ]

  /// The module to which a path below the project's folder belongs, or nil for Package.swift.
  init?(path: String) {
    let components = path.split(separator: "/").map(String.init)
    guard components.count > 2 else { return nil }
    switch (components[0], components[1]) {
    case ("Modules", "Catalogue") where components.count > 3:
      self.init(name: components[2], role: Self.special[components[2]] ?? .books)
    case ("Modules", let folder):
      self.init(name: folder, role: Self.special[folder] ?? .feature)
    case ("App", "Main"): self.init(name: "BooksApp", role: .app)
    case ("App", "Composition"): self.init(name: "AppComposition", role: .app)
    case ("App", let folder): self.init(name: folder, role: .app)
    // Programs that tests run, over the real thing.
    case ("Tests", "StorageProbe"): self.init(name: "StorageProbe", role: .tests(of: "CSQLite"))
    case ("Tests", let folder):
      self.init(name: folder, role: .tests(of: String(folder.dropLast("Tests".count))))
    default: return nil
    }
  }

  init(name: String, role: ModuleRole) {
    self.name = name
    self.role = role
  }

  /// Whether the module is Core, a feature or a catalogue: headless, and without tasks of its own making.
  var isHeadless: Bool {
    switch role {
    case .core, .feature, .books, .implementation: true
    default: false
    }
  }

  /// Whether the module is part of what people run or build on.
  var isSource: Bool { if case .tests = role { false } else { true } }
}

extension SourceFile {
  /// The module to which the file belongs.
  var module: Module? { Module(path: path) }

  /// The folder of a feature in which the file stands, or nil.
  var featureFolder: String? {
    guard module?.role == .feature, components.count > 3 else { return nil }
    return String(components[2])
  }
}
