/// The role of a module.
enum ModuleRole: Hashable, Sendable {
  /// A module of the core.
  case core
  /// Models, services, view models, screens and coordinators of one subject.
  case feature
  /// A module that features and the app use, and no feature itself: a file format, a catalogue.
  case library
  /// A module that shows a session: the terminal.
  case host
  /// An implementation of a protocol of Services, HTTP or Terminal, over one C library.
  case adapter
  case testKit
  case scaffold
  case app
  /// The tests of one module.
  case tests(of: String)
}

/// A module of the project, determined by a path.
struct Module: Hashable, Sendable {
  let name: String
  let role: ModuleRole

  /// The module of the app's program.
  static let program = "BooksApp"

  /// The folders below Modules/ that hold several modules, with the part that these play.
  static let groups: [String: ModuleRole] = [
    "Core": .core,
    // feature: Books
    "Catalogue": .library,
    // end
    "Adapters": .adapter,
  ]

  /// The modules of the core that are not part of the pattern, and those that stand alone. Every other folder
  /// of Modules is a feature.
  private static let special: [String: ModuleRole] = [
    // feature: Books
    "Goodreads": .library,
    // end
    "TestKit": .testKit, "Networking": .library, "Shell": .host,
    "Scaffold": .scaffold,
  ]

  /// Creates the module of a path in the project's folder; nil for Package.swift.
  init?(path: String) {
    let components = path.split(separator: "/").map(String.init)
    guard components.count > 2 else { return nil }
    switch (components[0], components[1]) {
    case ("Modules", let folder):
      let group = Self.groups[folder]
      let name = group == nil ? folder : components[2]
      self.init(name: name, role: Self.special[name] ?? group ?? .feature)
    case ("App", "Main"): self.init(name: Self.program, role: .app)
    case ("App", "Composition"): self.init(name: "AppComposition", role: .app)
    case ("App", "Scaffold"): self.init(name: "ScaffoldCommand", role: .app)
    case ("App", "Terminal"): self.init(name: "AppTerminal", role: .app)
    case ("App", let folder): self.init(name: folder, role: .app)
    // Programs that tests run, over the real adapter.
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

  /// Whether the module is of the core, a feature or a library: headless, and without tasks of its own making.
  var isHeadless: Bool { [.core, .feature, .library].contains(role) }

  /// Whether the module is not a test module.
  var isSource: Bool { if case .tests = role { false } else { true } }
}

extension SourceFile {
  /// The module of the file.
  var module: Module? { Module(path: path) }

  /// The folder of the file in its module, or nil for a file beside the folders.
  var moduleFolder: String? {
    let depth = components.count > 2 && Module.groups[String(components[1])] != nil ? 3 : 2
    return components.count > depth + 1 ? String(components[depth]) : nil
  }

  /// The folder of the file in its feature, or nil.
  var featureFolder: String? { module?.role == .feature ? moduleFolder : nil }
}
