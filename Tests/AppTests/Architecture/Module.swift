/// What part a module plays.
enum ModuleRole: Hashable, Sendable {
  /// A part of the core: the pattern, what it stands on, and what looks at it.
  case core
  /// Models, services, view models, screens and coordinators of one subject.
  case feature
  /// What features and the app use, and no feature itself: a host, a file format, a catalogue.
  case library
  /// The real thing behind a protocol of Services, over one C library.
  case adapter
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

  /// The folders below Modules/ that hold several modules.
  static let groups = ["Core", "Catalogue", "Adapters"]

  /// The modules below Modules/ that are no feature, with what they may import beside the toolchain's
  /// own. Every other folder there is a feature.
  static let special: [String: (role: ModuleRole, imports: Set<String>)] = [
    "Services": (.core, []),
    "Files": (.core, ["Services"]),
    "Core": (.core, ["Services"]),
    "Accounts": (.core, ["Core", "Services"]),
    "Inspection": (.core, ["Core", "Services"]),
    "Walks": (.core, ["Core", "Inspection", "Services"]),
    "TestKit": (
      .testKit, ["Core", "Accounts", "Inspection", "Walks", "Files", "Services", "Testing"]
    ),
    "Shell": (.library, ["Core", "Inspection", "Files", "Services"]),
    "CryptHashing": (.adapter, ["Services", "CCrypt"]),
    "SQLiteStorage": (.adapter, ["Files", "Services", "CSQLite"]),
    "Scaffold": (.scaffold, []),
    "Catalogue": (.library, ["Services"]),
    "LocalCatalogue": (.library, ["Catalogue", "Files", "Services"]),
    "OpenLibrary": (.library, ["Catalogue", "Services"]),
    "Goodreads": (.library, ["Files"]),
  ]

  /// The libraries that are headless, as features are.
  static let headless: Set<String> = ["Catalogue", "LocalCatalogue", "OpenLibrary", "Goodreads"]

  /// What every feature may import beside the toolchain's own.
  static let featureImports: Set<String> = ["Core", "Accounts", "Files", "Services"]

  /// What single features and their tests may import beside that.
  static let furtherImports: [String: Set<String>] = [
    "Books": ["Catalogue", "Goodreads"],
    "BooksTests": ["Catalogue", "Goodreads", "LocalCatalogue"],
    "LocalCatalogueTests": ["Catalogue"], "OpenLibraryTests": ["Catalogue"],
  ]

  /// The module to which a path below the project's folder belongs, or nil for Package.swift.
  init?(path: String) {
    let components = path.split(separator: "/").map(String.init)
    guard components.count > 2 else { return nil }
    switch (components[0], components[1]) {
    case ("Modules", let folder):
      let name = Self.groups.contains(folder) ? components[2] : folder
      self.init(name: name, role: Self.special[name]?.role ?? .feature)
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
  var isHeadless: Bool { role == .core || role == .feature || Self.headless.contains(name) }

  /// Whether the module is part of what people run or build on.
  var isSource: Bool { if case .tests = role { false } else { true } }
}

extension SourceFile {
  /// The module to which the file belongs.
  var module: Module? { Module(path: path) }

  /// The folder in its module in which the file stands, or nil for one beside the folders.
  var moduleFolder: String? {
    let depth = components.count > 2 && Module.groups.contains(String(components[1])) ? 3 : 2
    return components.count > depth + 1 ? String(components[depth]) : nil
  }

  /// The folder of a feature in which the file stands, or nil.
  var featureFolder: String? { module?.role == .feature ? moduleFolder : nil }
}
