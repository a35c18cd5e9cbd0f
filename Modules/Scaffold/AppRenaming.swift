/// Gives a copied project another name.
struct AppRenaming {
  /// The names that apps have in examples: `make new-app NAME=Acme`.
  static let examples = ["Acme", "Initech", "Globex"]

  let name: AppName
  let old: AppName

  /// Renames the app in all texts and in the names of files, and gives its databases another mark.
  /// Examples that have the new name get another one, because their commands would be refused in the
  /// new app.
  func rename(_ folder: ProjectFolder) throws(ProjectError) {
    let identity = try AppIdentityFile(folder).path
    let example = otherExample
    for path in folder.paths {
      let words = old.spellings + (example == nil ? [] : name.spellings)
      if let text = try folder.text(path, containing: words) {
        var renamed = name.renamed(example?.renamed(text, from: name) ?? text, from: old)
        if path == identity { renamed = try marked(renamed, identity) }
        if renamed != text { try folder.write(renamed, to: path) }
      }
      let newPath = name.renamed(path, from: old)
      if newPath != path { try folder.move(path, to: newPath) }
    }
  }

  /// The app of the examples instead, if the new name is one of theirs. The list is renamed like every
  /// text, so in an app that was made of Acme it may have no other name.
  private var otherExample: AppName? {
    guard Self.examples.contains(name.text) else { return nil }
    let free = Self.examples.first { $0 != name.text && $0 != old.text }
    return AppName(existing: free ?? "New\(name.text)")
  }

  private func marked(_ text: String, _ path: String) throws(ProjectError) -> String {
    guard let match = text.firstMatch(of: /applicationID: (0x[0-9A-F_]+)/) else {
      throw .missing("applicationID:", in: path)
    }
    let digits = String(name.applicationID, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return text.replacing(match.1, with: "0x\(padded.prefix(4))_\(padded.suffix(4))")
  }
}
