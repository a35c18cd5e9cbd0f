public import Foundation

/// Creates a new app from this project, in another folder. The project stays unchanged.
///
/// The copy gets the new name in every spelling and in the names of files, a mark of its own for its
/// databases, a new changelog, and a note of the template's commit. Features that it does not have go
/// by the rules of ``FeatureRemoval``.
public struct AppScaffold: Sendable {
  /// The app to make.
  public struct Request: Sendable {
    /// The name of the new app.
    public var name: AppName
    /// The folder of the new app: missing or empty.
    public var destination: URL
    /// The copied files, by their paths in the project: those that git does not ignore. A missing
    /// one is left out.
    public var files: [String]
    /// The features of the new app; nil for all.
    public var features: Set<String>?
    /// The template's commit.
    public var commit: String
    /// Whether the app has the name already, so that the sources may use it for something else.
    public var isUpdate: Bool

    /// Creates a request.
    public init(
      name: AppName, destination: URL, files: [String], features: Set<String>? = nil,
      commit: String, isUpdate: Bool = false
    ) {
      self.name = name
      self.destination = destination
      self.files = files
      self.features = features
      self.commit = commit
      self.isUpdate = isUpdate
    }

    /// Returns the features in a list with commas, such as `Auth, Onboarding`.
    public static func features(in list: String) -> Set<String> {
      Set(list.split { $0 == "," || $0.isWhitespace }.map(String.init))
    }
  }

  /// The file that notes the template's commit and features, for `make update-from-template`.
  public static let note = ".template"
  /// The beginning of the note's line with the features that the app still has from its template.
  static let notedFeatures = "features="
  /// The one feature of an app that has none of the template's.
  static let firstFeature = "Welcome"

  private let project: ProjectFolder

  /// Creates a scaffold.
  public init(root: URL) { project = ProjectFolder(root: root) }

  /// The names that the new app can't have: those of its modules, tabs and commands.
  public var taken: Set<String> { FeatureScaffold(root: project.root).taken }

  /// Creates the app.
  ///
  /// - Returns: the features of the new app.
  /// - Throws: ``ProjectError``; then the destination is as it was before.
  public func make(_ request: Request) throws(ProjectError) -> [String] {
    // A folder can be named by a link, and no file is found below one.
    let destination = try checked(request.destination)
    let target = ProjectFolder(root: destination)
    let known = try FeatureRemoval(root: project.root).features
    for feature in (request.features ?? []).sorted() where !known.contains(feature) {
      throw .unknownFeature(feature, known: known)
    }
    let removed = Set(known).subtracting(request.features ?? Set(known))
    if let features = request.features {
      try check(features, of: known, for: request)
      // An app that is made again has tabs of its own.
      if !request.isUpdate { try checkTabs(features, of: known) }
    }
    let existed = FileManager().fileExists(atPath: destination.path)
    do throws(ProjectError) {
      try copy(request.files, to: target)
      if let features = request.features {
        _ = try FeatureRemoval(root: target.root, isNew: true).remove(removed)
        if features.isEmpty { try addFirstFeature(to: target) }
      }
      if !request.isUpdate { try checkUnused(request.name, in: target) }
      try AppRenaming(name: request.name, old: AppIdentityFile(project).name).rename(target)
      let identity = try AppIdentityFile(target)
      guard identity.name == request.name else {
        throw .missing("AppIdentity(name: \"\(request.name.text)\"", in: identity.path)
      }
      try forgetRetired(in: target)
      let template = try FeatureMarks.template(of: project)
      let isWhole = removed.isDisjoint(with: template.isEmpty ? Set(known) : template)
      let kept = known.filter { !removed.contains($0) }
      try AppDocuments(request, project: project, features: kept, isWhole: isWhole)
        .write(to: target)
      try GraphPage.draw(in: target.root, program: request.name.text)
      return try FeatureRemoval(root: target.root).features
    } catch {
      Self.clear(destination, existed: existed)
      throw error
    }
  }

  /// Deletes what was made in a destination, and the destination itself unless it was there before.
  private static func clear(_ destination: URL, existed: Bool) {
    let content = try? FileManager().contentsOfDirectory(
      at: destination, includingPropertiesForKeys: nil)
    for item in existed ? content ?? [] : [destination] {
      try? FileManager().removeItem(at: item)
    }
  }

  /// Refuses features without those that they need.
  private func check(
    _ features: Set<String>, of known: [String], for request: Request
  ) throws(ProjectError) {
    let removal = FeatureRemoval(root: project.root)
    let others = Set(known).subtracting(features)
    guard let name = try removal.withDependents(others).intersection(features).min() else { return }
    var missing: [String] = []
    for other in others.sorted() where try removal.withDependents([other]).contains(name) {
      missing.append(other)
    }
    guard request.isUpdate else { throw .needs(name, of: missing) }
    // The app's note has its own names of them.
    let old = try AppIdentityFile(project).name
    let names = ([name] + missing).map { request.name.renamed($0, from: old) }
    throw .templateNeeds(names[0], of: Array(names.dropFirst()))
  }

  /// Refuses features of which none has a tab, unless no other has one. Without any feature the app gets one. Features
  /// in other repositories are not copied.
  private func checkTabs(_ features: Set<String>, of known: [String]) throws(ProjectError) {
    let copied = known.filter { !project.isForeign("Modules/\($0)") }
    let tabs = try FeatureRemoval(root: project.root).withTabs(Set(copied))
    guard !features.isEmpty, !tabs.isEmpty, tabs.isDisjoint(with: features) else { return }
    throw .noTab(features.sorted(), known: tabs.sorted())
  }

  /// Refuses a name that is a word of the new app's sources or tools, such as Screen or Lint. Tools and
  /// sources of the scaffold have names of apps as examples.
  private func checkUnused(_ name: AppName, in target: ProjectFolder) throws(ProjectError) {
    // Its own tests make apps with these names.
    for example in AppRenaming.examples
    where example != name.text && AppName(existing: example).isWord(in: name.text) {
      throw .usedName(example, in: name.text)
    }
    let files = target.paths
    let sources = files.filter { path in
      path == PackageManifest.path
        || path.hasSuffix(".swift") && !path.contains("Scaffold")
          && ["Modules/", "App/", "Docs/Examples/"].contains(where: path.hasPrefix)
    }
    let tools = files.filter { path in
      path == "Makefile" || [".ci/", "Tests/ScaffoldTests/"].contains(where: path.hasPrefix)
    }
    for path in sources + (AppRenaming.examples.contains(name.text) ? [] : tools) {
      guard let text = try target.text(path, containing: name.spellings), name.isWord(in: text)
      else { continue }
      throw .usedName(name.text, in: path)
    }
  }

  /// Returns a destination without links; refuses one that can't be used.
  private func checked(_ destination: URL) throws(ProjectError) -> URL {
    let (new, own) = (Self.resolved(destination), Self.resolved(project.root))
    guard !"\(new)/".hasPrefix("\(own)/"), !"\(own)/".hasPrefix("\(new)/") else {
      throw .inside(destination.path)
    }
    if (try? FileManager().destinationOfSymbolicLink(atPath: new)) != nil {
      throw .file(destination.path, reason: "it is a broken symbolic link. Choose another folder.")
    }
    if FileManager().fileExists(atPath: new) {
      let content = try? FileManager().contentsOfDirectory(atPath: new)
      guard content?.isEmpty == true else { throw .notEmpty(destination.path) }
    }
    return URL(filePath: new, directoryHint: .isDirectory)
  }

  /// Returns a path without links, also one of a folder that is not there yet.
  private static func resolved(_ url: URL) -> String {
    let url = url.standardizedFileURL
    guard !FileManager().fileExists(atPath: url.path), url.path != "/" else {
      return url.resolvingSymlinksInPath().path
    }
    return "\(resolved(url.deletingLastPathComponent()))/\(url.lastPathComponent)"
  }

  private func copy(_ files: [String], to target: ProjectFolder) throws(ProjectError) {
    for path in files where project.exists(path) {
      do {
        try FileManager().createDirectory(
          at: target.url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager().copyItem(at: project.url(path), to: target.url(path))
      } catch { throw .file(path, reason: "it can't be copied: \(error.localizedDescription)") }
    }
  }

  /// Empties the list of retired modules: the new app has no users yet.
  private func forgetRetired(in target: ProjectFolder) throws(ProjectError) {
    guard target.exists(RetiredModules.path) else { return }
    let registry = try target.required(RetiredModules.path)
    let empty = RetiredModules.removing(nil, from: registry)
    if empty != registry { try target.write(empty, to: RetiredModules.path) }
  }

  private func addFirstFeature(to target: ProjectFolder) throws(ProjectError) {
    let scaffold = FeatureScaffold(root: target.root)
    do throws(ScaffoldError) {
      _ = try scaffold.make(FeatureName(Self.firstFeature, taken: scaffold.taken))
    } catch { throw .program("adding the first feature", reason: "\(error)") }
  }
}

/// The file with the app's name, the only one in its sources.
struct AppIdentityFile {
  /// The path of the file.
  let path: String
  let name: AppName

  init(_ folder: ProjectFolder) throws(ProjectError) {
    let path = folder.paths.first { $0.hasSuffix("/AppIdentity.swift") }
    self.path = path ?? "App/Composition/Identity/AppIdentity.swift"
    // The formatter begins a new line in front of a long name.
    let pattern = /AppIdentity\(\s*name: "(\w+)"/
    guard let match = try folder.required(self.path).firstMatch(of: pattern)
    else { throw .missing("AppIdentity(name:", in: self.path) }
    name = AppName(existing: String(match.1))
  }
}
