import Foundation

/// Gives a copied project another name.
struct AppRenaming {
  let name: AppName
  let old: AppName

  /// Renames the app in all texts and in the names of files, and gives its databases another mark.
  func rename(_ folder: ProjectFolder) throws(ProjectError) {
    let identity = try AppIdentityFile(folder).path
    for path in folder.paths {
      if let text = try folder.text(path, containing: old.spellings) {
        var renamed = name.renamed(text, from: old)
        if path == identity { renamed = try marked(renamed, identity) }
        if renamed != text { try folder.write(renamed, to: path) }
      }
      let newPath = name.renamed(path, from: old)
      if newPath != path { try move(path, to: newPath, in: folder) }
    }
  }

  private func marked(_ text: String, _ path: String) throws(ProjectError) -> String {
    guard let match = text.firstMatch(of: /applicationID: (0x[0-9A-F_]+)/) else {
      throw .missing("applicationID:", in: path)
    }
    let digits = String(name.applicationID, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return text.replacing(match.1, with: "0x\(padded.prefix(4))_\(padded.suffix(4))")
  }

  private func move(
    _ path: String, to newPath: String, in folder: ProjectFolder
  ) throws(ProjectError) {
    do {
      let target = folder.url(newPath)
      try FileManager().createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager().moveItem(at: folder.url(path), to: target)
    } catch { throw .file(path, reason: "it can't be renamed: \(error.localizedDescription)") }
  }
}
