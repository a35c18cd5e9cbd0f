/// Some features, and all that is removed with them.
public struct RemovedFeatures {
  /// The features' modules.
  public let features: Set<String>
  /// The modules that are not declared any more, tests included.
  let modules: Set<String>
  /// The files of these modules.
  let files: Set<String>
  /// The kinds of their screens, in maps.
  let screens: Set<String>
  /// The table of all maps.
  private static let table = "App/Terminal/KnownMap+Table.swift"
  /// The modules that users' files have tables of.
  public let retired: Set<String>
  /// Whether one of the features was committed: a feature that never was has no users.
  public let hasUsers: Bool
  private let manifest: String
  let marks: FeatureMarks

  /// Reads what goes.
  ///
  /// - Parameters:
  ///   - retires: whether users' files have the tables of the features.
  ///   - committed: the files of the last commit: a feature without any has no users; nil for all files.
  init(
    _ features: Set<String>, _ folder: ProjectFolder, retires: Bool, committed: Set<String>?
  ) throws(ProjectError) {
    let known = committed.map { Set($0.compactMap(Self.module)) }
    self.features = features
    hasUsers = known.map { !$0.isDisjoint(with: features) } ?? true
    marks = FeatureMarks(removed: features, template: try FeatureMarks.template(of: folder))
    let old = PackageManifest(text: try folder.required(PackageManifest.path))
    let marked = try marks.strip(old.text, path: PackageManifest.path) ?? ""
    let rest = PackageManifest(text: marked)
    let new = rest.without(features.union(old.targets.subtracting(rest.targets)))
    manifest = new.text
    modules = old.targets.subtracting(new.targets)
    var files: Set<String> = []
    var screens: Set<String> = []
    var retired: Set<String> = []
    for path in folder.paths {
      let module = Self.module(of: path)
      let isOwn =
        module.map(modules.contains) ?? false
        || features.contains { path == "App/Composition/Features/\($0)Feature+App.swift" }
      guard isOwn else { continue }
      files.insert(path)
      // Further modules that go, such as catalogues, have their own files, which can be made again.
      if retires, let module, features.contains(module), known?.contains(module) != false,
        let text = try folder.text(path, containing: ["Migration("])
      {
        retired.formUnion(RetiredModules.modules(in: text, of: module))
      }
      guard path.hasSuffix("Screen.swift"), let text = try folder.text(path) else { continue }
      for match in text.matches(of: /class (\w+)Screen\b/) { screens.insert(String(match.1)) }
    }
    (self.files, self.screens, self.retired) = (files, screens, retired)
  }

  /// Returns the module or the target of tests to which a file or a folder belongs.
  static func module(of path: String) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 1, ["Modules", "Tests"].contains(parts[0]) else { return nil }
    let isGrouped = parts.count > 2 && parts[0] == "Modules" && Module.groups[parts[1]] != nil
    return isGrouped ? parts[2] : parts[1]
  }

  /// The words without one of which a file stays as it is.
  func words(for path: String) -> [String] {
    let isOther =
      path.hasSuffix(".swift")
      && ![PackageManifest.path, RetiredModules.path, Self.table].contains(path)
    let imports = modules.flatMap { ["import \($0)", " \($0)."] }
    return ["feature:", "Needs:"] + (isOther ? imports : ["\n"])
  }

  /// Returns what is left of a file, or nil.
  func strip(_ text: String, path: String) throws(ProjectError) -> String? {
    if path == PackageManifest.path { return manifest }
    let isCode = path.hasSuffix(".swift")
    guard
      isCode || !path.contains("/") || path.hasPrefix(".") || path.hasPrefix("Fixtures/sessions/")
        || path.hasSuffix(".md") || path.hasSuffix(".mmd")
    else { return text }
    // Recorded sessions and maps show the screens of the whole template.
    if marks.removesTemplate {
      if path.hasPrefix("Fixtures/sessions/"), text.hasPrefix("#! ") { return nil }
      if Self.isMap(path) { return Self.undrawn(path) }
    }
    guard let text = try marks.strip(text, path: path) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if isCode { lines = withoutImports(lines, SourceFile(path: path, text: text).codeLines) }
    // The list of the app's features has no mark in an app that has none of the template's.
    if path == RetiredModules.path { lines = lines.compactMap(withoutMembers) }
    if path == Self.table || Self.isMap(path) { lines = withoutScreens(lines, of: path) }
    if path == "Makefile" { lines = withoutModules(lines) }
    if path == AppScaffold.note { lines = lines.map(withoutFeatures) }
    let rest = lines.joined(separator: "\n")
    return path == RetiredModules.path ? try RetiredModules.adding(retired, to: rest) : rest
  }

  /// Returns a line of the app's list without the features that go; nil if no other is on the line.
  private func withoutMembers(_ line: Substring) -> Substring? {
    // The formatter takes the comma of an only feature.
    let list = /( +)(\.\w+(?:, *\.\w+)*)(,?\s*(?:\/\/.*)?)/
    guard let found = line.wholeMatch(of: list) else { return line }
    // Only the case of letters differs.
    let gone = Set(features.map { $0.lowercased() })
    let members = found.2.split(separator: ",").map { $0.drop { $0 == " " } }
    let kept = members.filter { !gone.contains($0.dropFirst().lowercased()) }
    if kept.count == members.count { return line }
    let rest = kept.joined(separator: ", ")
    return kept.isEmpty ? nil : Substring("\(found.1)\(rest)\(found.3)")
  }

  /// Returns lines without imports of modules that go. An import in a text of several lines stays.
  ///
  /// - Parameter code: the same lines without comments and strings.
  private func withoutImports(_ lines: [Substring], _ code: [String]) -> [Substring] {
    let imported = Self.imported
    return zip(lines, code).filter { line, codeLine in
      guard codeLine.contains("import "), let match = line.wholeMatch(of: imported)
      else { return true }
      return !modules.contains(String(match.1))
    }
    .map { $0.0 }
  }

  /// An import of a module or of a declaration in it, with attributes, levels of access and a comment.
  private static var imported: Regex<(Substring, Substring)> {
    #/
      \x20*
      (?: (?: @\w+ (?: \( \w* \) )? | public | package | internal | fileprivate | private ) \x20+ )*
      import \x20+ (?: (?: struct | class | enum | protocol | typealias | func | let | var ) \x20+ )?
      (\w+) (?: \.\w+ )* \s* (?: //.* )?
    /#
  }

  /// Whether a file is a map that `make map` draws.
  private static func isMap(_ path: String) -> Bool {
    path == "Docs/map.mmd" || path.hasPrefix("Docs/maps/") && path.hasSuffix(".mmd")
  }

  /// Returns a map before the app is crawled; nil for that of a variant, which the app may not have.
  private static func undrawn(_ path: String) -> String? {
    path.contains("-") ? nil : "%% make map crawls the app.\nflowchart LR\n"
  }

  /// Returns the lines of a map, or of the table of all maps, without those about screens that go.
  private func withoutScreens(_ lines: [Substring], of path: String) -> [Substring] {
    let isTable = path == Self.table
    // In the table the kinds of screens are texts, and other words are code. That of a generic screen has its type.
    let kind = isTable ? /"(\w+)(?:<[^"]*>)?"/ : /(\w+)/
    var names = screens
    // The identifier of a screen in a map can differ from its kind, which is in the label.
    for line in isTable ? [] : lines {
      guard let node = line.firstMatch(of: /^\s*(\w+)\["(\w+)/), screens.contains(String(node.2))
      else { continue }
      names.insert(String(node.1))
    }
    let kept = lines.filter { line in
      !line.matches(of: kind).contains { names.contains(String($0.1)) }
    }
    let isOther = kept.count < lines.count || marks.removesTemplate
    return isTable && isOther ? withoutDay(kept) : kept
  }

  /// Returns the lines of a table of maps that no crawl has found like this: without its day, so that the
  /// app crawls itself, and without its rows where they are the template's.
  private func withoutDay(_ lines: [Substring]) -> [Substring] {
    lines.filter { !marks.removesTemplate || !$0.hasPrefix("    ") }
      .map { $0.hasPrefix("  static let day = ") ? "  static let day = \"\"" : $0 }
  }

  /// Returns the lines of a Makefile, of which lists such as `STORAGE_MODULES =` lack the modules that go.
  /// Elsewhere the name of a module can be a word, such as Run.
  private func withoutModules(_ lines: [Substring]) -> [Substring] {
    var (isList, isContinued) = (false, false)
    return lines.map { line in
      if !isContinued { isList = line.prefixMatch(of: /[A-Z_]*MODULES =/) != nil }
      isContinued = line.hasSuffix("\\")
      return isList ? withoutModules(line) : line
    }
  }

  /// Returns a line of the note about the template without the features that go: a feature of the app's own can
  /// get the name of one of them.
  private func withoutFeatures(_ line: Substring) -> Substring {
    let key = AppScaffold.notedFeatures
    guard line.hasPrefix(key) else { return line }
    let kept = line.dropFirst(key.count).split(separator: ",").filter {
      !features.contains(String($0))
    }
    return (key + kept.joined(separator: ","))[...]
  }

  /// Returns a line of a list without the names of modules.
  private func withoutModules(_ line: Substring) -> Substring {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    return words.filter { !modules.contains(String($0)) }.joined(separator: " ")[...]
  }
}
