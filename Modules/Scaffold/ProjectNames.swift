import Foundation

/// The names that a project has already, read from its sources: a new module must not have them.
struct ProjectNames {
  /// The modules, targets and products of the package.
  let modules: Set<String>
  /// The words that a person types or sees as a tab: tabs, and the words of the shell and the app;
  /// those that links begin with; and the keys of the data that goes with an account.
  let words: Set<String>
  /// The types of the core, which every feature imports.
  let types: Set<String>
  /// The screens of all features. Maps name a screen by its type, so it is unique in the app.
  let screens: Set<String>
  /// Whether a feature has the tab that lists what other features add to the account.
  let hasAccountTab: Bool

  /// Reads the names of a project; what can't be read has none.
  init(root: URL) {
    let files = Sources(root: root)
    modules = Self.found(in: files.text("Package.swift"), /"([A-Z][A-Za-z0-9]*)"/)
      .union(files.folders("Modules"))
    let shell = files.text("Modules/Shell/Commands/ShellWord.swift")
    var words = Self.found(in: shell, /"([a-z]+)"/)
    for list in Self.found(in: shell, /(?m)^  case ([a-z, ]+)$/) {
      words.formUnion(list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    var (types, screens): (Set<String>, Set<String>) = ([], [])
    var hasAccountTab = false
    let declaration = Self.declaration
    let access = ["public ", "package ", "open "]
    func declared(in text: String) -> [String] {
      text.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("@") || access.contains(where: line.hasPrefix) else { return nil }
        return line.prefixMatch(of: declaration).map { String($0.1) }
      }
    }
    let tab = /TabItem\(\s*["\.]([A-Za-z0-9-]+)/
    let item = /AccountItem(?:\(\s*|> = )"([a-z0-9-]+)"/
    // A comparison, or a case of a switch over the host and more.
    let host = /(?:link\.host == |case \()"([a-z0-9-]+)"/
    let screen = /\bclass (\w+Screen)\b/
    let key = /\blet name = "([a-z0-9-]+)"/
    let subject = /[sS]ubject(?: =|: String \{) "([a-z0-9-]+)"/
    func addKeys(in text: String) {
      words.formUnion(Self.found(in: text, key, holding: "AccountData {"))
      words.formUnion(Self.found(in: text, subject, holding: "ubject"))
    }
    for path in files.swift(below: "Modules") where !path.hasPrefix("Scaffold/") {
      let text = files.text("Modules/\(path)")
      addKeys(in: text)
      if path.hasPrefix("Core/") {
        types.formUnion(declared(in: text))
      } else {
        let tabs = Self.found(in: text, tab, holding: "TabItem(")
        if tabs.contains("account") { hasAccountTab = true }
        words.formUnion(tabs)
        words.formUnion(Self.found(in: text, item, holding: "AccountItem"))
        words.formUnion(Self.found(in: text, host, holding: "link.host"))
        screens.formUnion(Self.found(in: text, screen, holding: "Screen"))
        // Of two modules with one name in a database, one is taken for a newer version of the other.
        words.formUnion(
          Self.found(in: text, /\bMigration\(\s*"([a-z0-9-]+)"/, holding: "Migration("))
      }
    }
    for path in files.swift(below: "App/Composition") {
      addKeys(in: files.text("App/Composition/\(path)"))
    }
    for path in files.swift(below: "App/Terminal") {
      words.formUnion(
        Self.found(
          in: files.text("App/Terminal/\(path)"), /Shortcut\(\s*"([a-z0-9-]+)"/,
          holding: "Shortcut("))
    }
    self.words = Set(words.map { $0.lowercased() })
    (self.types, self.screens) = (types, screens)
    self.hasAccountTab = hasAccountTab
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

  private static func found(
    in text: String, _ pattern: some RegexComponent<(Substring, Substring)>,
    holding part: String = ""
  ) -> Set<String> {
    // Most files have no match: a search for a fixed text comes before the pattern (`make bench`: making a
    // feature).
    guard part.isEmpty || text.range(of: part, options: .literal) != nil else { return [] }
    return Set(text.matches(of: pattern).map { String($0.output.1) })
  }
}

/// The sources of a project.
private struct Sources {
  let root: URL

  func text(_ path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  func swift(below folder: String) -> [String] {
    let paths = FileManager().enumerator(atPath: root.appending(path: folder).path)
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
  }

  /// The folders of modules, of which some are in a group, such as Modules/Core.
  func folders(_ folder: String) -> [String] {
    let folders = [folder] + Module.groups.keys.sorted().map { "\(folder)/\($0)" }
    return folders.flatMap {
      (try? FileManager().contentsOfDirectory(atPath: root.appending(path: $0).path)) ?? []
    }
  }
}
