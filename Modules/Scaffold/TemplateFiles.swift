import Foundation

/// Reads the templates of a project, in which `Template` stands for a name, and writes what was made
/// of them.
struct TemplateFiles: Sendable {
  /// A screen with its view model, which several templates share.
  static let page = "Modules/Scaffold/Templates/Page"

  let root: URL

  /// Returns the files of templates.
  func files(in templates: [String]) throws(ScaffoldError) -> [FeatureScaffold.File] {
    var files: [FeatureScaffold.File] = []
    for template in templates {
      let found = FileManager().enumerator(atPath: root.appending(path: template).path)
      let paths = (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      guard !paths.isEmpty else { throw .file(template, reason: "there is nothing in it") }
      for path in paths {
        files.append(FeatureScaffold.File(path: path, text: try read("\(template)/\(path)")))
      }
    }
    return files
  }

  /// Returns the names of the types that files declare outside of any other, for other files.
  func types(in files: [FeatureScaffold.File]) -> Set<String> {
    let pattern = /^(?:\S.*)?\b(?:class|struct|enum|actor|protocol|typealias) (\w+)/
    return Set(
      files.flatMap { file in
        SourceFile(path: file.path, text: file.text).codeLines.compactMap { line in
          line.first == " " || line.hasPrefix("private ")
            ? nil : line.firstMatch(of: pattern).map { String($0.1) }
        }
      })
  }

  /// Throws for a new file that is there already.
  func checkMissing(_ files: [FeatureScaffold.File]) throws(ScaffoldError) {
    for file in files where file.added == nil {
      if FileManager().fileExists(atPath: root.appending(path: file.path).path) {
        throw .file(file.path, reason: "it is there already. Nothing was changed")
      }
    }
  }

  func read(_ path: String) throws(ScaffoldError) -> String {
    do { return try String(contentsOf: root.appending(path: path), encoding: .utf8) } catch {
      throw .file(path, reason: "it can't be read; run this in the project's folder")
    }
  }

  /// Writes new and changed files. If one can't be written, the new ones are deleted and the changed
  /// ones get their old text.
  func write(_ files: [FeatureScaffold.File]) throws(ScaffoldError) {
    var old: [FeatureScaffold.File] = []
    for file in files where file.added != nil {
      old.append(FeatureScaffold.File(path: file.path, text: try read(file.path)))
    }
    do throws(ScaffoldError) {
      for file in files { try write(file) }
    } catch {
      for file in files where file.added == nil { remove(file.path) }
      for file in old { try? write(file) }
      throw error
    }
  }

  /// Deletes a file, if it is there, and the folders that are empty without it: an empty folder is still
  /// the name of a module.
  private func remove(_ path: String) {
    let manager = FileManager()
    var url = root.appending(path: path)
    try? manager.removeItem(at: url)
    url.deleteLastPathComponent()
    while url.path.count > root.path.count,
      (try? manager.contentsOfDirectory(atPath: url.path).isEmpty) == true
    {
      try? manager.removeItem(at: url)
      url.deleteLastPathComponent()
    }
  }

  private func write(_ file: FeatureScaffold.File) throws(ScaffoldError) {
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
