public import Foundation

/// The page `Docs/modules.md`: the graph of the modules and, for each, that of its folders.
public struct GraphPage {
  /// The path of the page, relative to the project's folder.
  public static let path = "Docs/modules.md"

  /// The page drawn from the sources.
  let text: String

  /// Draws the page of the project in a folder from its sources, and writes it.
  ///
  /// - Parameters:
  ///   - root: the project's folder.
  ///   - program: the name of the app's program; nil for that of this project.
  /// - Throws: ``ProjectError`` if the page can't be written.
  public static func draw(in root: URL, program: String? = nil) throws(ProjectError) {
    let tree = SourceTree(root: root, folders: ["Modules", "App"])
    let page = Self(tree, program: program ?? Module.program)
    try ProjectFolder(root: root).write(page.text, to: path)
  }

  init(_ tree: SourceTree, program: String = Module.program) {
    let sources = Dictionary(
      grouping: tree.files.filter { $0.module?.isSource == true },
      by: { file in
        let name = file.module?.name ?? ""
        return name == Module.program ? program : name
      })
    let purposes = Self.purposes.merging([program: Self.program]) { $1 }
    let names = Set(sources.keys)
    let imports = sources.mapValues { files in
      Set(files.flatMap(\.imports)).intersection(names)
    }
    var lines = [
      "# Modules and folders",
      "",
      "Drawn from the sources by `make graph`; a test compares it with them. An arrow points from a"
        + " module to one that it imports, and from a folder to one whose types it uses. An arrow between"
        + " two groups means at least one import. Inside a group, an arrow that follows from two others"
        + " is left out; the table has every import. TestKit, the ninth module of the core, is drawn with the"
        + " tools, because no program links it.",
      "",
    ]
    let groups = sources.compactMapValues { $0.first?.module.map { Group($0) } }
    lines += Self.graph(of: groups, imports)
    lines += ["", "## What each module imports", "", "| module | for | imports |", "|---|---|---|"]
    for group in Group.allCases {
      for name in names.sorted() where groups[name] == group {
        let list = (imports[name] ?? []).subtracting([name]).sorted().joined(separator: ", ")
        lines.append("| \(name) | \(purposes[name] ?? group.module) | \(list) |")
      }
    }
    lines += ["", Self.storage(tree.files), "", "## Inside the modules", "", Self.feature]
    let members = tree.files.publicMembers
    lines += names.sorted().flatMap { Self.folders(of: $0, sources[$0] ?? [], beside: members) }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Draws the folders of a module; nothing for a module without folders.
  private static func folders(
    of module: String, _ files: [SourceFile], beside members: [Substring: Set<String>]
  ) -> [String] {
    let graph = FolderGraph(of: files, beside: members)
    guard graph.folders.count > 1 else { return [] }
    let names = graph.folders.map {
      $0 == FolderGraph.top ? "  \($0)[files beside the folders]" : "  \($0)"
    }
    let arrows = graph.arrows.keys.sorted().map { "  \($0.from) --> \($0.to)" }
    return ["", "### \(module)", "", "```mermaid", "graph TD"] + names + arrows + ["```"]
  }

  /// Modules of related roles, in the order of the page.
  private enum Group: String, CaseIterable {
    case app, host, features, libraries, adapters, core, tools

    init(_ module: Module) {
      switch module.role {
      case .core: self = .core
      case .feature: self = .features
      case .library: self = .libraries
      case .adapter: self = .adapters
      case .host: self = .host
      case .testKit, .scaffold: self = .tools
      case .app, .tests: self = module.name == "ScaffoldCommand" ? .tools : .app
      }
    }

    /// The title of the group.
    var title: String {
      switch self {
      case .app: "App"
      case .host: "Hosts"
      case .features: "Features"
      case .libraries: "Libraries"
      case .adapters: "Adapters"
      case .core: "Core"
      case .tools: "Tools and tests"
      }
    }

    /// The purpose of a module of the group, if all of them have the same.
    var module: String { self == .features ? "a feature" : "" }
  }

  /// The graph: the modules in their groups, and one arrow between two groups.
  private static func graph(
    of groups: [String: Group], _ imports: [String: Set<String>]
  ) -> [String] {
    var lines = ["```mermaid", "graph TD"]
    var between: Set<String> = []
    for group in Group.allCases {
      lines.append("  subgraph \(group.rawValue)[\(group.title)]")
      for name in groups.keys.sorted() where groups[name] == group {
        lines.append("    \(name)")
        let targets = (imports[name] ?? []).subtracting([name])
        let implied = targets.flatMap { imports[$0] ?? [] }
        for target in targets.sorted() {
          if groups[target] == group, implied.contains(target) { continue }
          if groups[target] == group {
            lines.append("    \(name) --> \(target)")
          } else if let other = groups[target] {
            between.insert("  \(group.rawValue) --> \(other.rawValue)")
          }
        }
      }
      lines.append("  end")
    }
    return lines + between.sorted() + ["```"]
  }

  private static let program = "the program for the terminal"

  /// The purposes of the other modules, except the features.
  static let purposes = [
    "AppComposition": "the app for any host: its services, files and features, connected",
    "AppTerminal": "the app for the terminal: its commands, options and map",
    "ScaffoldCommand":
      "`make feature`, `make screen`, `make remove-feature`, `make new-app`, `make graph`",
    "Shell": "the terminal host",
    // feature: Books
    "Catalogue": "the protocol and values of a book catalogue",
    "LocalCatalogue": "a catalogue in a database, and the import of dumps",
    "OpenLibrary": "a catalogue over HTTP",
    "Goodreads": "the file format of Goodreads libraries",
    // end
    "CryptHashing": "hashes passwords with libxcrypt",
    "SQLiteStorage": "databases and key-value stores over SQLite",
    "Services": "protocols and values of what is outside of the process",
    "Files": "files that the user names, transfers, and the protocol of backups",
    "HTTP": "the protocol of an HTTP client",
    "Terminal":
      "system calls for terminals, and the protocols of a line editor and of decoded pictures",
    "CurlNetworking": "an HTTP client over libcurl",
    "CoverDrawing": "decodes covers with libturbojpeg, with the trait `Covers` alone",
    "LineEditing": "edits lines at a terminal with libedit",
    "Networking": "a cache, retries and more, over any HTTP client",
    "Core": "screens, the navigation tree, coordinators and the session",
    "Accounts": "the current user, and the data that belongs to one",
    "Inspection":
      "crawls the app and draws its map, prints its log and coordinators, and stops an app that hangs",
    "Walks": "random walks, and the invariants after each step",
    "TestKit": "helpers and contracts for tests",
    "Scaffold":
      "creates features, screens and apps, removes features, and draws the graph of the modules",
  ]

  /// Returns where storage is dealt with.
  private static func storage(_ files: [SourceFile]) -> String {
    // A team's own feature can be called Books, too.
    let books = "Modules/Books/Services/Database"
    let tables =
      files.contains { $0.path.hasPrefix("\(books)/") }
      ? " `\(books)` has the books' tables over these protocols," : ""
    return (tables.isEmpty ? "Three" : "Four")
      + " folders deal with storage: `Modules/Core/Services/Storage` declares the protocols of a database"
      + " and a key-value store, `Modules/Adapters/SQLiteStorage` implements them,\(tables) and"
      + " `App/Composition/Storage` opens the files. A feature gets its stores from its file in"
      + " `App/Composition/Features`."
  }

  /// What the folders of a feature are for, and where a reader goes on.
  private static let feature =
    "A feature has up to five folders: `Models` has its values, `Services` stores and loads them,"
    + " `ViewModels` has the state of each screen, `Screens` the content, the actions and the texts,"
    + " and `Coordinators` decides which screen comes next. [features.md](features.md) lists the"
    + " files of a feature, and [hosts.md](hosts.md) says what another host needs."
}
