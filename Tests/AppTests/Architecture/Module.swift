/// What part a module plays, and so what it may import.
enum ModuleRole: Hashable, Sendable {
  case core
  /// Models, services, view models, screens and coordinators of one subject.
  case feature
  /// The terminal face, or what sits between services and the wire.
  case library
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

  /// Whether the module is Core or a feature: headless, and without tasks of its own making.
  var isHeadless: Bool { role == .core || role == .feature }

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
