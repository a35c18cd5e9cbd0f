public import Foundation

/// Removes features from a project: their modules and tests, their wiring, and the rows of the
/// documents that name their files.
///
/// Rules decide what goes: the array of features in `Package.swift`, the marks of
/// `FeatureMarks`, and the targets that are not declared any more. All changes are prepared before
/// the first file is written.
public struct FeatureRemoval: Sendable {
  private let folder: ProjectFolder
  private let isNew: Bool
  private let git: GitRepository.Files?

  /// Creates a removal in the project's folder.
  ///
  /// - Parameters:
  ///   - root: the project's folder.
  ///   - isNew: whether the app is being made: it may be without features until it gets one. Any
  ///     other app keeps a feature, and has users, whose files keep the tables of removed features:
  ///     the modules of these tables are put on a list in the sources.
  ///   - git: the files that git has. Those that it ignores stay as they are, except those in a module that
  ///     goes; and a feature that was never committed has no users. With nil all files count as committed.
  public init(root: URL, isNew: Bool = false, git: GitRepository.Files? = nil) {
    folder = ProjectFolder(root: root)
    self.isNew = isNew
    self.git = git
  }

  /// The features of the project, as in `Package.swift`.
  public var features: [String] {
    get throws(ProjectError) {
      try PackageManifest(text: folder.required(PackageManifest.path)).features
    }
  }

  /// Whether the project has the template's onboarding, not a feature of its own with this name.
  public var hasOnboarding: Bool {
    get throws(ProjectError) { try FeatureMarks.template(of: folder).contains("Onboarding") }
  }

  /// A file that a removal changes or deletes.
  public struct Change: Hashable, Sendable {
    /// The path in the project.
    public let path: String
    /// Whether the file is deleted.
    public let isDeleted: Bool
  }

  /// Returns features with those that need one of them: the file of such a feature begins with a mark, such as
  /// `// Needs: Auth` in `Modules/Membership/MembershipFeature.swift`.
  ///
  /// - Parameter names: the features' modules.
  func withDependents(_ names: Set<String>) throws(ProjectError) -> Set<String> {
    let paths = Set(folder.paths(below: "Modules/", includesOthers: true))
    let template = try FeatureMarks.template(of: folder)
    var all = names
    while true {
      let marks = FeatureMarks(removed: all, template: template)
      let count = all.count
      for name in try features where !all.contains(name) {
        let path = "Modules/\(name)/\(name)Feature.swift"
        guard paths.contains(path), let text = try folder.text(path) else { continue }
        if try marks.strip(text, path: path) == nil { all.insert(name) }
      }
      if all.count == count { return all }
    }
  }

  /// Removes features, and those that need them.
  ///
  /// - Parameter names: the features' modules.
  /// - Returns: the deleted and changed files, sorted by path.
  /// - Throws: ``ProjectError``; nothing was changed unless a file could not be written or deleted. Git then brings
  ///   back what it has.
  public func remove(_ names: Set<String>) throws(ProjectError) -> [Change] {
    let plan = try plan(names)
    let modules = names.isEmpty ? [] : try removed(names).modules
    for (path, text) in plan {
      if let text { try folder.write(text, to: path) } else { try folder.remove(path) }
    }
    for parent in ["Modules", "Tests"] + Module.groups.keys.map({ "Modules/\($0)" }) {
      for module in modules { folder.removeEmptyFolders(in: "\(parent)/\(module)") }
    }
    BuiltModules(root: folder.root).delete(modules)
    return plan.map { Change(path: $0.path, isDeleted: $0.text == nil) }
  }

  /// Returns what ``remove(_:)`` would delete and change, and changes nothing.
  ///
  /// - Parameter names: the features' modules.
  public func changes(removing names: Set<String>) throws(ProjectError) -> [Change] {
    try plan(names).map { Change(path: $0.path, isDeleted: $0.text == nil) }
  }

  /// Returns those files that changes would change or delete whose content is not in the last commit, without the
  /// graph of modules, which is drawn again from the sources.
  ///
  /// - Throws: ``ProjectError/git(_:)`` if git fails, also outside of a repository.
  public func lost(by changes: [Change]) throws(ProjectError) -> [String] {
    try GitRepository(root: folder.root).uncommitted(
      changes.map(\.path).filter { $0 != GraphPage.path })
  }

  /// Returns the changed files with their new texts, nil for those that go.
  func plan(_ names: Set<String>) throws(ProjectError) -> [(path: String, text: String?)] {
    let known = try features
    for name in names.sorted() where !known.contains(name) {
      throw .unknownFeature(name, known: known)
    }
    guard !names.isEmpty else { return [] }
    let removed = try removed(names)
    if !isNew { try check(removed.features, of: known) }
    var plan: [(path: String, text: String?)] = []
    var pages: [(path: String, old: String, text: String)] = []
    var gone = removed.files
    let all = folder.paths
    for path in all where Self.isMarked(path) && git?.visible.contains(path) != false {
      guard !gone.contains(path),
        let old = try folder.text(path, containing: removed.words(for: path))
      else { continue }
      guard let text = try removed.strip(old, path: path) else {
        gone.insert(path)
        gone.formUnion(Self.group(of: path, all))
        continue
      }
      if path.hasSuffix(".md") {
        pages.append((path, old, text))
      } else if text != old {
        plan.append((path, text))
      }
    }
    plan += try lists(without: gone)
    plan.removeAll { gone.contains($0.path) }
    let pruning = PagePruning(
      gone: PagePruning.withFolders(gone, among: all), modules: removed.modules,
      removesTemplate: removed.marks.removesTemplate)
    for page in pages where !gone.contains(page.path) {
      let text = pruning.prune(page.text, path: page.path)
      if text != page.old { plan.append((page.path, text)) }
    }
    plan += gone.map { ($0, nil) }
    return plan.sorted { $0.path < $1.path }
  }

  /// Returns those features that have a tab: without any, an app has no screen to begin with.
  ///
  /// - Parameter names: the features' modules.
  func withTabs(_ names: Set<String>) throws(ProjectError) -> Set<String> {
    var found: Set<String> = []
    let paths = folder.paths(below: "Modules/", includesOthers: true)
    for path in paths where path.hasSuffix(".swift") {
      let name = String(path.dropFirst("Modules/".count).prefix { $0 != "/" })
      guard names.contains(name), !found.contains(name),
        try folder.text(path, containing: ["TabItem("]) != nil
      else { continue }
      found.insert(name)
    }
    return found
  }

  /// Refuses features that git here can't bring back, and those without which the app has nothing to begin with.
  private func check(_ names: Set<String>, of known: [String]) throws(ProjectError) {
    if let name = names.filter(isForeign).min() { throw .foreign(name) }
    if names.isSuperset(of: known) { throw .lastFeatures(names.sorted()) }
    let tabs = try withTabs(Set(known))
    if !tabs.isEmpty, tabs.isSubset(of: names) { throw .lastTabs(tabs.sorted()) }
  }

  /// Returns what goes with features, with those that need them.
  ///
  /// - Parameter names: the features' modules.
  public func removed(_ names: Set<String>) throws(ProjectError) -> RemovedFeatures {
    try RemovedFeatures(
      withDependents(names), folder, retires: !isNew, committed: git?.committed)
  }

  /// Whether a feature is a link or another repository, also a submodule that was not fetched: git lists each of them
  /// as one file.
  private func isForeign(_ name: String) -> Bool {
    folder.isForeign("Modules/\(name)") || git?.visible.contains("Modules/\(name)") == true
  }

  /// Returns the changed lists of the public API: without the types of files that go.
  private func lists(without gone: Set<String>) throws(ProjectError) -> [(
    path: String, text: String?
  )] {
    var types: Set<String> = []
    for path in gone where path.hasPrefix("Modules/Core/") {
      for name in SourceFile(path: path, text: try folder.required(path)).topLevelNames {
        types.insert(name)
      }
    }
    guard !types.isEmpty else { return [] }
    var lists: [(path: String, text: String?)] = []
    for path in folder.paths where path.hasPrefix("Docs/api/") {
      let lines = try folder.required(path).split(separator: "\n", omittingEmptySubsequences: false)
      let kept = lines.filter { line in
        !types.contains(String(line.prefix { $0 != "." && $0 != ":" }))
      }
      if kept.count < lines.count { lists.append((path, kept.joined(separator: "\n"))) }
    }
    return lists
  }

  /// Whether marks in a file are meant: those of this module and of its tests are examples.
  private static func isMarked(_ path: String) -> Bool {
    path.hasPrefix("Modules/Scaffold/Sources/")
      || !path.hasPrefix("Modules/Scaffold/")
        && path != "Tests/ScaffoldTests/FeatureRemovalTests.swift"
  }

  /// Returns the files of a folder whose manifest or description goes: a package, fixtures.
  private static func group(of path: String, _ all: [String]) -> [String] {
    guard let folder = describedFolder(path) else { return [] }
    return all.filter { $0.hasPrefix(folder) }
  }

  /// Returns the folder whose manifest or description a file is, or nil.
  private static func describedFolder(_ path: String) -> Substring? {
    let name = path.split(separator: "/").last ?? ""
    guard ["README.md", "Package.swift"].contains(name), path != name else { return nil }
    return path.dropLast(name.count)
  }
}
