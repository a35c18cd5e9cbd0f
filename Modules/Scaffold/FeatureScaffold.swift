public import Foundation

/// Creates a feature module from the template of its kind, with its tests, and adds it to the app.
///
/// The templates are `Modules/Scaffold/Template`, a whole feature, and the folders of
/// `Modules/Scaffold/Templates`. All changes are prepared before the first file is written: a project
/// that does not fit stays unchanged.
public struct FeatureScaffold: Sendable {
  /// The project's folder.
  public let root: URL
  private let knownTypes: @Sendable (Set<String>) -> Set<String>
  /// The names before anything is made.
  private let names: ProjectNames
  private var files: TemplateFiles { TemplateFiles(root: root) }

  /// Creates a scaffold for one change; it reads the names that the project has.
  ///
  /// - Parameters:
  ///   - root: the project's folder.
  ///   - knownTypes: returns those of the names that are types of the language or of a library that
  ///     every file may import.
  public init(
    root: URL, knownTypes: @escaping @Sendable (Set<String>) -> Set<String> = { _ in [] }
  ) {
    self.root = root
    names = ProjectNames(root: root)
    self.knownTypes = knownTypes
  }

  /// A new or changed file.
  public struct File: Hashable, Sendable {
    /// The path in the project.
    public var path: String
    /// The whole new text.
    public var text: String
    /// The lines that a changed file gets; nil for a new file.
    public var added: [String]?
    /// The lines that a changed file loses.
    public var removed: [String] = []
  }

  /// The names that a new feature can't have: those of modules, tabs and commands.
  public var taken: Set<String> { names.taken }

  /// Creates a feature.
  ///
  /// - Parameters:
  ///   - name: the feature's name.
  ///   - kind: what the feature consists of.
  /// - Returns: the new and changed files, new ones first.
  ///
  /// - Throws: ``ScaffoldError``; nothing was changed.
  public func make(
    _ name: FeatureName, kind: FeatureKind = .whole
  ) throws(ScaffoldError) -> [File] {
    let plan = try plan(name, kind: kind)
    try files.write(plan)
    return plan
  }

  /// Returns what ``make(_:kind:)`` would create and change, and changes nothing.
  ///
  /// - Parameters:
  ///   - name: the feature's name.
  ///   - kind: what the feature consists of.
  public func plan(
    _ name: FeatureName, kind: FeatureKind = .whole
  ) throws(ScaffoldError) -> [File] {
    if kind == .screen, names.accountFeature == nil {
      let manifest = PackageManifest(text: try files.read(PackageManifest.path))
      throw .noAccountTab(name.module, known: manifest.features)
    }
    let feature = "Modules/\(name.module)/\(name.module)Feature.swift"
    // Without the account's tab nothing opens the screen.
    let needs = kind == .screen ? names.accountFeature.map { "// Needs: \($0)\n\n" } ?? "" : ""
    let new = try files.files(in: kind.templates).map { file in
      let path = file.path.replacing("Template", with: name.module)
      return File(path: path, text: (path == feature ? needs : "") + name.fill(file.text))
    }
    .sorted { $0.path < $1.path }
    let declared = files.types(in: new).union([name.module])
    let known = declared.intersection(names.types.union(names.screens)).union(knownTypes(declared))
    if known.contains(name.module) { throw .taken(name.module) }
    if let double = known.min() { throw .type(name.module, double) }
    try files.checkMissing(new)
    let modules = Set(new.flatMap { RetiredModules.modules(in: $0.text, of: name.module) })
    return try new + changed(name, madeAgain: modules)
  }

  // MARK: Changed files

  /// The one line that a file gets, and the line after which it stands; of a comment only the beginning.
  private struct Insertion {
    let file: String
    let line: String
    let new: String

    func isBelow(_ other: Substring) -> Bool {
      line.contains("//") ? other.hasPrefix(line) : other == line
    }
  }

  /// Returns the changed files.
  ///
  /// - Parameter modules: the modules with new migrations, which are no longer retired.
  private func changed(
    _ name: FeatureName, madeAgain modules: Set<String>
  ) throws(ScaffoldError) -> [File] {
    let insertions = [
      Insertion(
        file: PackageManifest.path, line: "let features = [", new: "  \"\(name.module)\","),
      Insertion(
        file: RetiredModules.path, line: "    // make feature", new: "    .\(name.member),"),
    ]
    var changed: [File] = []
    for insertion in insertions {
      var lines = try files.read(insertion.file)
        .split(separator: "\n", omittingEmptySubsequences: false)
      guard let index = lines.firstIndex(where: insertion.isBelow) else {
        throw .line(file: insertion.file, line: insertion.line, new: insertion.new)
      }
      lines.insert(insertion.new[...], at: index + 1)
      let text = RetiredModules.removing(modules, from: lines.joined(separator: "\n"))
      let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
      let removed = kept.difference(from: lines).removals.map { change in
        if case .remove(_, let line, _) = change { String(line) } else { "" }
      }
      changed.append(
        File(path: insertion.file, text: text, added: [insertion.new], removed: removed))
    }
    return changed
  }
}
