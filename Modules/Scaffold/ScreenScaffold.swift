public import Foundation

/// Adds a screen to a feature of the project: with its texts, its view model and a test.
///
/// Only new files are made, so that no text of the feature is guessed at: where the feature has an
/// enum of its texts, such as `RecipesText`, the screen's are an extension of it at the end of the
/// screen's file.
public struct ScreenScaffold: Sendable {
  /// The folders of the files that a screen gets.
  static let templates = [TemplateFiles.page, "Modules/Scaffold/Templates/AddedScreen"]

  /// The project's folder.
  public let root: URL
  private let knownTypes: @Sendable (Set<String>) -> Set<String>
  private var files: TemplateFiles { TemplateFiles(root: root) }

  /// Creates a scaffold.
  ///
  /// - Parameters:
  ///   - root: the project's folder.
  ///   - knownTypes: returns those of the names that are types of the language or of a library that
  ///     every file may import.
  public init(
    root: URL, knownTypes: @escaping @Sendable (Set<String>) -> Set<String> = { _ in [] }
  ) {
    self.root = root
    self.knownTypes = knownTypes
  }

  /// Adds a screen.
  ///
  /// - Parameters:
  ///   - text: the screen's name, such as `RecipeNotes`.
  ///   - feature: the feature's module.
  /// - Returns: the new files.
  ///
  /// - Throws: ``ScaffoldError``; nothing was changed.
  public func make(
    _ text: String, in feature: String
  ) throws(ScaffoldError) -> [FeatureScaffold.File] {
    let plan = try plan(text, in: feature)
    try files.write(plan)
    return plan
  }

  /// Returns what ``make(_:in:)`` would create, and changes nothing.
  ///
  /// - Parameters:
  ///   - text: the screen's name, such as `RecipeNotes`.
  ///   - feature: the feature's module.
  public func plan(
    _ text: String, in feature: String
  ) throws(ScaffoldError) -> [FeatureScaffold.File] {
    let known = PackageManifest(text: try files.read(PackageManifest.path)).features
    guard known.contains(feature) else { throw .unknownFeature(feature, known: known) }
    // Names of modules and commands are free: the screen's types have endings of their own.
    let name = try FeatureName(text, taken: [], isModule: false)
    // The tests of a service are those of its feature.
    guard text != feature else { throw .taken(text) }
    for ending in ["Screen", "ViewModel", "Coordinator", "Text"] where text.hasSuffix(ending) {
      throw text == ending ? .taken(text) : .ending(text, ending)
    }
    let module = FeatureSources(feature, in: SourceTree(root: root))
    let parts = try files.files(in: Self.templates).map {
      filled($0, name, feature, texts: module.texts)
    }
    let new = Dictionary(grouping: parts, by: \.path).map { path, parts in
      FeatureScaffold.File(path: path, text: parts.map(\.text).joined(separator: "\n"))
    }
    .sorted { $0.path < $1.path }
    try check(name, new, module)
    return new
  }

  /// Returns a template's file with the names of the screen and the feature. The texts get the path of the screen.
  ///
  /// - Parameter texts: the enum of the feature's texts, or nil.
  private func filled(
    _ file: FeatureScaffold.File, _ name: FeatureName, _ feature: String, texts: String?
  ) -> FeatureScaffold.File {
    // In one pass: the feature's name can contain the template's word, such as EmailTemplates.
    let parts = file.path.split(separator: "/").map { part in
      switch part {
      case "Template": feature
      case "TemplateTests": "\(feature)Tests"
      case "TemplateText.swift": "\(name.module)Screen.swift"
      default: part.replacing("Template", with: name.module).description
      }
    }
    var words = ["TemplateModule": feature]
    if let texts { words["TemplateText"] = "\(texts).\(name.module)" }
    let path = parts.joined(separator: "/")
    guard let texts, file.path.hasSuffix("/TemplateText.swift") else {
      return FeatureScaffold.File(path: path, text: name.fill(file.text, words))
    }
    let text = name.fill(file.text.replacing("enum TemplateText", with: "enum Template"), words)
    let lines = text.split(separator: "\n").map { "  \($0)" }
    return FeatureScaffold.File(
      path: path, text: (["extension \(texts) {"] + lines + ["}"]).joined(separator: "\n") + "\n")
  }

  private func check(
    _ name: FeatureName, _ new: [FeatureScaffold.File], _ module: FeatureSources
  ) throws(ScaffoldError) {
    var declared = files.types(in: new)
    if module.texts != nil { declared.insert(name.module) }
    let screens = ProjectNames(root: root).screens
    // A file system may take letters of either case for the same.
    let own = Set(module.types.union(screens).map { $0.lowercased() })
    let known = declared.filter { own.contains($0.lowercased()) }.union(knownTypes(declared))
    if known.contains("\(name.module)Screen") { throw .taken(name.module) }
    if let double = known.min() { throw .type(name.module, double) }
    try files.checkMissing(new)
  }
}

/// The sources of a feature, and the names that can be used there.
private struct FeatureSources {
  /// The enum of the feature's texts, or nil if it has none.
  let texts: String?
  /// The types of the module, its tests, and what either imports, also of those inside of another one.
  let types: Set<String>

  init(_ feature: String, in tree: SourceTree) {
    let own = tree.files.filter { [feature, "\(feature)Tests"].contains($0.module?.name ?? "") }
    let visible = Set(own.flatMap(\.imports) + ["Core", "Services", "TestKit"])
    let imported = tree.files.filter { visible.contains($0.module?.name ?? "") }
    types = Set((own + imported).flatMap(\.allTypes))
    let name = "\(feature)Text"
    let isThere = own.contains { file in
      file.module?.name == feature
        && file.codeLines.contains {
          $0.hasPrefix("enum \(name) ") || $0.hasPrefix("enum \(name){")
        }
    }
    texts = isThere ? name : nil
  }
}

extension SourceFile {
  /// The types that the file declares for other files, also inside of others.
  fileprivate var allTypes: [String] {
    let pattern = /\b(?:class|struct|enum|actor|protocol|typealias) (\w+)/
    return codeLines.filter { !$0.contains("private ") }.flatMap { line in
      line.matches(of: pattern).map { String($0.1) }
    }
  }
}
