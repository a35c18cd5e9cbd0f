public import Foundation

/// Creates a feature module from `Modules/Scaffold/Template`, with its tests, and adds it to the
/// app.
///
/// All changes are prepared before the first file is written: a project that does not fit stays
/// unchanged.
public struct FeatureScaffold: Sendable {
  /// The project's folder.
  public let root: URL
  private let knownTypes: @Sendable (Set<String>) -> Set<String>

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

  /// A new or changed file.
  public struct File: Hashable, Sendable {
    /// The path in the project.
    public var path: String
    /// The whole new text.
    public var text: String
    /// The lines that a changed file gets; nil for a new file.
    public var added: [String]?
  }

  /// The names that a new feature can't have: those of modules, tabs and commands.
  public var taken: Set<String> { ProjectNames(root: root).taken }

  /// Creates a feature.
  ///
  /// - Returns: the new and changed files, new ones first.
  ///
  /// - Throws: ``ScaffoldError``; nothing was changed unless a file could not be written.
  public func make(_ name: FeatureName) throws(ScaffoldError) -> [File] {
    let files = try plan(name)
    for file in files { try write(file) }
    return files
  }

  /// Returns what ``make(_:)`` would create and change, and changes nothing.
  public func plan(_ name: FeatureName) throws(ScaffoldError) -> [File] {
    let new = try made(name)
    var declared = Set(
      new.flatMap { $0.text.matches(of: Self.declaration).map { String($0.output.1) } })
    declared.insert(name.module)
    let known = declared.intersection(ProjectNames(root: root).types).union(knownTypes(declared))
    if known.contains(name.module) { throw .taken(name.module) }
    if let double = known.min() { throw .type(name.module, double) }
    return try new + changed(name)
  }

  /// The beginning of a type's declaration.
  private static var declaration: Regex<(Substring, Substring)> {
    /(?m)^(?:@MainActor |public |final )*(?:class|struct|enum|actor) ([A-Za-z]+)/
  }

  // MARK: New files

  private static let template = "Modules/Scaffold/Template"

  func made(_ name: FeatureName) throws(ScaffoldError) -> [File] {
    let folder = root.appending(path: Self.template)
    let paths = (FileManager().enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") }.sorted()
    guard !paths.isEmpty else { throw .file(Self.template, reason: "there is nothing in it") }
    var files: [File] = []
    for path in paths {
      files.append(
        File(
          path: path.replacing("Template", with: name.module),
          text: Self.filled(try read("\(Self.template)/\(path)"), name)))
    }
    return files
  }

  private static func filled(_ text: String, _ name: FeatureName) -> String {
    text.replacing("\"Template\"", with: "\"\(name.title)\"")
      .replacing("templateMember", with: name.member)
      .replacing("Template", with: name.module)
      .replacing("template", with: name.word)
  }

  // MARK: Changed files

  /// The one line that a file gets, and the beginning of the line after which it stands.
  private struct Insertion {
    let file: String
    let line: String
    let new: String
  }

  private func changed(_ name: FeatureName) throws(ScaffoldError) -> [File] {
    let insertions = [
      Insertion(file: "Package.swift", line: "let features = [", new: "  \"\(name.module)\","),
      Insertion(
        file: "App/Composition/AppFeatures.swift", line: "    // make feature",
        new: "    .\(name.member),"),
    ]
    var files: [File] = []
    for insertion in insertions {
      var lines = try read(insertion.file).split(separator: "\n", omittingEmptySubsequences: false)
      guard let index = lines.firstIndex(where: { $0.hasPrefix(insertion.line) }) else {
        throw .line(file: insertion.file, line: insertion.line, new: insertion.new)
      }
      lines.insert(insertion.new[...], at: index + 1)
      files.append(
        File(
          path: insertion.file, text: lines.joined(separator: "\n"), added: [insertion.new]))
    }
    return files
  }

  // MARK: Files

  private func read(_ path: String) throws(ScaffoldError) -> String {
    do { return try String(contentsOf: root.appending(path: path), encoding: .utf8) } catch {
      throw .file(path, reason: "it can't be read; run this in the project's folder")
    }
  }

  private func write(_ file: File) throws(ScaffoldError) {
    let url = root.appending(path: file.path)
    do {
      try FileManager().createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url, options: .atomic)
    } catch {
      throw .file(file.path, reason: "it can't be written: \(error.localizedDescription)")
    }
  }
}
