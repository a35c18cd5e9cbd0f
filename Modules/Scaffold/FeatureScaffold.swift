public import Foundation

/// Creates a feature module from `Modules/Scaffold/Template`, with its tests, and adds it to the
/// app.
///
/// All changes are prepared before the first file is written: a project that does not fit stays
/// unchanged.
public struct FeatureScaffold: Sendable {
  /// The project's folder.
  public let root: URL

  /// Creates a scaffold.
  public init(root: URL) {
    self.root = root
  }

  /// The text of a file and its path in the project.
  struct File: Hashable {
    var path: String
    var text: String
  }

  /// The names of the existing modules.
  public var modules: Set<String> {
    // Some are in a group, such as Modules/Core.
    let folder = root.appending(path: "Modules").path
    let paths = (try? FileManager().subpathsOfDirectory(atPath: folder)) ?? []
    return Set(
      paths.map { $0.split(separator: "/") }.filter { $0.count <= 2 }.compactMap(\.last)
        .map(String.init))
  }

  /// Creates a feature.
  ///
  /// - Returns: the paths of the new and changed files, new ones first.
  ///
  /// - Throws: ``ScaffoldError``; nothing was changed unless a file could not be written.
  public func make(_ name: FeatureName) throws(ScaffoldError) -> [String] {
    let files = try made(name) + changed(name)
    for file in files { try write(file) }
    return files.map(\.path)
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
        file: "App/Composition/AppFeatures.swift", line: "  static let all: [AppFeature] = [",
        new: "    .\(name.member),"),
    ]
    var files: [File] = []
    for insertion in insertions {
      var lines = try read(insertion.file).split(separator: "\n", omittingEmptySubsequences: false)
      guard let index = lines.firstIndex(where: { $0.hasPrefix(insertion.line) }) else {
        throw .line(file: insertion.file, line: insertion.line, new: insertion.new)
      }
      lines.insert(insertion.new[...], at: index + 1)
      files.append(File(path: insertion.file, text: lines.joined(separator: "\n")))
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
