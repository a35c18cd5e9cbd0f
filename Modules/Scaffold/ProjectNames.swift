import Foundation

/// The names that a project has already, read from its sources: a new module must not have them.
struct ProjectNames {
  /// The modules, targets and products of the package, and those of its examples and benchmarks.
  let modules: Set<String>
  /// The words that a person types or sees as a tab: tabs, and the words of the shell and the app;
  /// those that links begin with; and the keys of the data that goes with an account.
  private(set) var words: Set<String> = []
  /// The types of the core, which every feature imports.
  private(set) var types: Set<String> = []
  /// The screens of all features. Maps name a screen by its type, so it is unique in the app.
  private(set) var screens: Set<String> = []
  /// The feature with the tab that lists what other features add to the account, or nil.
  private(set) var accountFeature: String?

  /// Reads the names of a project; what can't be read has none.
  init(root: URL) {
    let folder = ProjectFolder(root: root)
    // Some modules are in a group, such as Modules/Core.
    let parents = ["Modules"] + Module.groups.keys.map { "Modules/\($0)" }
    // Examples and benchmarks are packages of their own, whose graphs include this one.
    let others = ["Docs/Examples", "Tests"].flatMap { parent in
      folder.names(in: parent).map { "\(parent)/\($0)/\(PackageManifest.path)" }
    }
    let manifests = [PackageManifest.path] + others
    modules = Self.found(
      in: manifests.map(folder.source).joined(), /"([A-Z][A-Za-z0-9]*)"/
    ).union(parents.flatMap { folder.names(in: $0) })
    addShell(folder.source("Modules/Shell/Commands/ShellWord.swift"))
    let declaration = Self.declaration
    for path in folder.sources(below: "Modules/") where !path.hasPrefix("Modules/Scaffold/") {
      let text = folder.source(path)
      addKeys(in: text)
      if path.hasPrefix("Modules/Core/") {
        addTypes(in: text, declaration)
      } else {
        addFeature(text, at: path)
      }
    }
    for path in folder.sources(below: "App/Composition/") { addKeys(in: folder.source(path)) }
    for path in folder.sources(below: "App/Terminal/") {
      addWords(
        in: folder.source(path), /Shortcut\(\s*"([a-z0-9-]+)"/, holding: "Shortcut(")
    }
  }

  /// Adds the words of the shell: texts, and cases without one.
  private mutating func addShell(_ text: String) {
    addWords(in: text, /"([a-z]+)"/)
    for list in Self.found(in: text, /(?m)^  case ([a-z, ]+)$/) {
      words.formUnion(list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// Adds the keys of data that goes with an account, and the subjects of codes.
  private mutating func addKeys(in text: String) {
    addWords(in: text, /\blet name = "([a-z0-9-]+)"/, holding: "AccountData {")
    addWords(in: text, /[sS]ubject(?: =|: String \{) "([a-z0-9-]+)"/, holding: "ubject")
  }

  private mutating func addTypes(
    in text: String, _ declaration: Regex<(Substring, Substring)>
  ) {
    let access = ["@", "public ", "package ", "open "]
    for line in text.split(separator: "\n") where access.contains(where: line.hasPrefix) {
      if let match = line.prefixMatch(of: declaration) { types.insert(String(match.1)) }
    }
  }

  private mutating func addFeature(_ text: String, at path: String) {
    let tabs = Self.found(in: text, /TabItem\(\s*["\.]([A-Za-z0-9-]+)/, holding: "TabItem(")
    if tabs.contains("account") { accountFeature = RemovedFeatures.module(of: path) }
    words.formUnion(tabs.map { $0.lowercased() })
    addWords(in: text, /\bTabID = "([a-z0-9-]+)"/, holding: "TabID")
    addWords(in: text, /AccountItem(?:\(\s*|> = )"([a-z0-9-]+)"/, holding: "AccountItem")
    // A comparison, or a case of a switch over the host and more.
    addWords(in: text, /(?:link\.host == |case \()"([a-z0-9-]+)"/, holding: "link.host")
    // Of two modules with one name in a database, one is taken for a newer version of the other.
    addWords(in: text, /\bMigration\(\s*"([a-z0-9-]+)"/, holding: "Migration(")
    screens.formUnion(Self.found(in: text, /\bclass (\w+Screen)\b/, holding: "Screen"))
  }

  private mutating func addWords<Pattern: RegexComponent<(Substring, Substring)>>(
    in text: String, _ pattern: @autoclosure () -> Pattern, holding part: String = ""
  ) {
    words.formUnion(Self.found(in: text, pattern(), holding: part).map { $0.lowercased() })
  }

  /// Everything that the name of a module must not be, in any case of its letters.
  var taken: Set<String> {
    // The tests of App would be AppTests.
    let tested = modules.filter { $0.hasSuffix("Tests") }.map { String($0.dropLast(5)) }
    return modules.union(tested).union(words)
  }

  /// The beginning of a public type's declaration.
  private static var declaration: Regex<(Substring, Substring)> {
    #/
      (?: @[A-Za-z]+ \x20 )* (?: public | package | open ) \x20 (?: final\x20 | indirect\x20 )?
      (?: class | struct | enum | actor | protocol | typealias ) \x20 ([A-Za-z0-9]+)
    /#
  }

  private static func found<Pattern: RegexComponent<(Substring, Substring)>>(
    in text: String, _ pattern: @autoclosure () -> Pattern, holding part: String = ""
  ) -> Set<String> {
    // Most files have no match: a search for a fixed text comes before the pattern (`make bench`: making a
    // feature).
    guard part.isEmpty || strstr(text, part) != nil else { return [] }
    return Set(text.matches(of: pattern()).map { String($0.output.1) })
  }
}

extension ProjectFolder {
  /// Returns the text of a source, empty for one that can't be read.
  fileprivate func source(_ path: String) -> String { (try? text(path)) ?? "" }

  /// Returns the paths of the sources that are built below a folder, sorted, also those of submodules, but not those
  /// behind a symbolic link.
  fileprivate func sources(below folder: String) -> [String] {
    paths(below: folder, includesOthers: true).filter { $0.hasSuffix(".swift") }.sorted()
  }
}
