import Foundation

/// The files of a project, by their paths in its folder.
struct ProjectFolder: Sendable {
  let root: URL

  /// The paths of all files, sorted, without symbolic links, what is built, the history, and other
  /// repositories or worktrees in the folder.
  var paths: [String] { paths(below: "").sorted() }

  /// Returns the paths of the files below a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder, with a slash at its end.
  ///   - includesOthers: whether files of other repositories are among them: those of a submodule are built, too.
  ///     Files behind a symbolic link are never included, although the build follows links.
  func paths(below folder: String, includesOthers: Bool = false) -> [String] {
    let manager = FileManager()
    var paths: [String] = []
    let names = (try? manager.contentsOfDirectory(atPath: root.path + "/" + folder)) ?? []
    // A worktree and a submodule have a file of this name.
    if !includesOthers, !folder.isEmpty, names.contains(".git") { return [] }
    for name in names where name != ".git" && name != ".build" {
      let file = root.path + "/" + folder + name
      var isFolder: ObjCBool = false
      guard !isLink(folder + name), manager.fileExists(atPath: file, isDirectory: &isFolder)
      else { continue }
      paths +=
        isFolder.boolValue
        ? self.paths(below: folder + name + "/", includesOthers: includesOthers) : [folder + name]
    }
    return paths
  }

  /// Returns the names of the files and folders in a folder, none for one that is not there.
  func names(in folder: String) -> [String] {
    (try? FileManager().contentsOfDirectory(atPath: url(folder).path)) ?? []
  }

  func url(_ path: String) -> URL { root.appending(path: path) }

  /// Whether a folder is not of this project: a link, or another repository or worktree.
  func isForeign(_ path: String) -> Bool {
    isLink(path) || FileManager().fileExists(atPath: url(path).appending(path: ".git").path)
  }

  private func isLink(_ path: String) -> Bool {
    (try? FileManager().destinationOfSymbolicLink(atPath: url(path).path)) != nil
  }

  func exists(_ path: String) -> Bool { FileManager().fileExists(atPath: url(path).path) }

  func data(_ path: String) throws(ProjectError) -> Data {
    do { return try Data(contentsOf: url(path)) } catch {
      throw .file(path, reason: "it can't be read; run this in the project's folder")
    }
  }

  /// Returns the text of a file, or nil for one that is not UTF-8.
  func text(_ path: String) throws(ProjectError) -> String? {
    String(validating: try data(path), as: UTF8.self)
  }

  /// Returns the text of a file that contains one of some words; nil for another one, and for one that
  /// is not UTF-8.
  func text(_ path: String, containing words: [String]) throws(ProjectError) -> String? {
    let data = try data(path)
    guard words.contains(where: { data.contains(bytesOf: $0) }) else { return nil }
    return String(validating: data, as: UTF8.self)
  }

  /// Returns the text of a file that has to be there.
  func required(_ path: String) throws(ProjectError) -> String {
    guard let text = try text(path) else { throw .file(path, reason: "it isn't UTF-8") }
    return text
  }

  func write(_ text: String, to path: String) throws(ProjectError) {
    do {
      try FileManager().createDirectory(
        at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
      let isProgram = FileManager().isExecutableFile(atPath: url(path).path)
      try Data(text.utf8).write(to: url(path), options: .atomic)
      if isProgram {
        try FileManager().setAttributes([.posixPermissions: 0o755], ofItemAtPath: url(path).path)
      }
    } catch { throw .file(path, reason: "it can't be written: \(error.localizedDescription)") }
  }

  /// Deletes a file, and the folders that are empty without it.
  func remove(_ path: String) throws(ProjectError) {
    do {
      try FileManager().removeItem(at: url(path))
      try removeEmptyFolders(above: path)
    } catch { throw .file(path, reason: "it can't be deleted: \(error.localizedDescription)") }
  }

  /// Deletes a file, if it is there, and the folders that are empty without it, as far as that is possible.
  func discard(_ path: String) {
    try? FileManager().removeItem(at: url(path))
    try? removeEmptyFolders(above: path)
  }

  /// Renames a file, and deletes the folders that are empty without it.
  func move(_ path: String, to newPath: String) throws(ProjectError) {
    do {
      let target = url(newPath)
      try FileManager().createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager().moveItem(at: url(path), to: target)
      try removeEmptyFolders(above: path)
    } catch { throw .file(path, reason: "it can't be renamed: \(error.localizedDescription)") }
  }

  /// Deletes the folders in which a path is, as far up as they are empty.
  private func removeEmptyFolders(above path: String) throws {
    var folder = url(path).deletingLastPathComponent()
    while folder.path.count > root.path.count,
      try FileManager().contentsOfDirectory(atPath: folder.path).isEmpty
    {
      try FileManager().removeItem(at: folder)
      folder.deleteLastPathComponent()
    }
  }
}

extension ProjectFolder {
  /// Deletes the folders without a file in a folder, and this one, if it is such a folder; none of another repository.
  func removeEmptyFolders(in folder: String) {
    let path = url(folder).path
    guard !isForeign(folder), let names = try? FileManager().contentsOfDirectory(atPath: path)
    else { return }
    for name in names { removeEmptyFolders(in: "\(folder)/\(name)") }
    // It fails where a file is left.
    rmdir(path)
  }
}

extension Data {
  /// Returns whether the bytes of a word are in it.
  func contains(bytesOf word: String) -> Bool {
    range(of: Data(word.utf8)) != nil
  }
}
