import Foundation

/// Reads the templates of a project, in which `Template` stands for a name, and writes what was made
/// of them.
struct TemplateFiles: Sendable {
  /// A screen with its view model, which several templates share.
  static let page = "Modules/Scaffold/Templates/Page"

  private let folder: ProjectFolder

  init(root: URL) { folder = ProjectFolder(root: root) }

  /// Returns the files of templates.
  func files(in templates: [String]) throws(ScaffoldError) -> [FeatureScaffold.File] {
    var files: [FeatureScaffold.File] = []
    for template in templates {
      let paths = folder.paths(below: "\(template)/").filter { $0.hasSuffix(".swift") }
      guard !paths.isEmpty else {
        throw .project(.file(template, reason: "there is nothing in it"))
      }
      for path in paths {
        let own = String(path.dropFirst(template.count + 1))
        files.append(FeatureScaffold.File(path: own, text: try read(path)))
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
    for file in files where file.added == nil && folder.exists(file.path) {
      throw .project(.file(file.path, reason: "it is there already. Nothing was changed"))
    }
  }

  func read(_ path: String) throws(ScaffoldError) -> String {
    do throws(ProjectError) { return try folder.required(path) } catch { throw .project(error) }
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
      for file in files where file.added == nil { folder.discard(file.path) }
      for file in old { try? write(file) }
      throw error
    }
  }

  private func write(_ file: FeatureScaffold.File) throws(ScaffoldError) {
    do throws(ProjectError) {
      try folder.write(file.text, to: file.path)
    } catch { throw .project(error) }
  }
}
