import Files
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files and folders whose paths begin with a text.
enum FileCandidates {
  /// The maximum number of a folder's entries that are looked at.
  private static let limit = 10_000

  /// Returns the completion of a path, or nil if there is none.
  ///
  /// - Parameter home: the home folder, for which `~/` stands at the beginning of a path.
  static func completion(
    of path: String, home: String? = getenv("HOME").map { String(cString: $0) }
  ) -> LineCompletion? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    // What is typed stays as it is.
    let read: String =
      if let home, folder.hasPrefix("~/") { home + folder.dropFirst() } else { folder }
    let names = entries(of: read.isEmpty ? "." : read).filter {
      // As in a shell, hidden files are meant only if a dot was typed.
      $0.hasPrefix(name) && ($0.first != "." || name.first == ".") && $0 == $0.plain
    }
    if names.isEmpty { return nil }
    let candidates = names.sorted().map { name in
      let path = folder + name
      return LineCompletion.Candidate(isFolder(read + name) ? path + "/" : path)
    }
    let endsWord = candidates.count > 1 || candidates[0].text.last != "/"
    return LineCompletion(word: path, candidates: candidates, endsWord: endsWord)
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    var count = 0
    while count < limit, let entry = readdir(stream) {
      count += 1
      if let name = String(validatingCString: entry.name), name != ".", name != ".." {
        names.append(name)
      }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
