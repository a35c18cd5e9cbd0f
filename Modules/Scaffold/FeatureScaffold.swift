public import Foundation

/// Makes a feature module out of `Modules/Scaffold/Template`, with its tests, and gives it to the app.
///
/// Everything is thought through before the first file is written: a project in which something
/// does not fit stays as it is.
public struct FeatureScaffold: Sendable {
  /// The project's folder.
  public let root: URL

  /// Creates a scaffold.
  public init(root: URL) {
    self.root = root
  }

  /// A text and the place where it belongs in the project.
  struct File: Hashable {
    var path: String
    var text: String
  }

  /// The names of the modules that there are.
  public var modules: Set<String> {
    let folder = root.appending(path: "Modules").path
    return Set((try? FileManager().contentsOfDirectory(atPath: folder)) ?? [])
  }

  /// Makes a feature.
  ///
  /// - Returns: the paths of the files that were made or changed, the new ones first.
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
      .replacing("Template", with: name.module)
      .replacing("template", with: name.word)
  }

  // MARK: Changed files

  /// Something that is put before or after the first line that begins so.
  private struct Insertion {
    let file: String
    let line: String
    let new: String
    var isAfter = false
  }

  private func changed(_ name: FeatureName) throws(ScaffoldError) -> [File] {
    let module = name.module
    let features = "App/Composition/AppFeatures.swift"
    let insertions = [
      Insertion(
        file: "Package.swift", line: "let features = [", new: "  \"\(module)\",", isAfter: true),
      Insertion(
        file: features, line: "    if let membership { features.append",
        new: """
              if chosen.contains("\(name.word)") {
                features.append(\(module)Feature.make(context: context, store: services.store))
              }
          """),
      Insertion(
        file: "App/Composition/AppWorld.swift", line: "      \"backups\", \"onboarding\"",
        new: "      \"\(name.word)\","),
    ]
    var files: [String: String] = [:]
    for insertion in insertions {
      var text = files[insertion.file]
      if text == nil { text = try read(insertion.file) }
      files[insertion.file] = try Self.inserted(insertion, into: text ?? "")
    }
    if let text = files[features] { files[features] = Self.importing(module, in: text) }
    return files.map { File(path: $0.key, text: $0.value) }.sorted { $0.path < $1.path }
  }

  private static func inserted(
    _ insertion: Insertion, into text: String
  ) throws(ScaffoldError) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let index = lines.firstIndex(where: { $0.hasPrefix(insertion.line) }) else {
      throw .line(file: insertion.file, line: insertion.line, new: insertion.new)
    }
    lines.insert(insertion.new, at: insertion.isAfter ? index + 1 : index)
    return lines.joined(separator: "\n")
  }

  /// The text with one import more, in the order of the alphabet.
  private static func importing(_ module: String, in text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = "import \(module)"
    let index =
      lines.firstIndex { $0.hasPrefix("import ") && $0 > line }
      ?? lines.lastIndex { $0.hasPrefix("import ") }.map { $0 + 1 } ?? 0
    lines.insert(line, at: index)
    return lines.joined(separator: "\n")
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
