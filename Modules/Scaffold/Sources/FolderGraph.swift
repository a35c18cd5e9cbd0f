/// The dependencies between the folders of a module, read from the sources.
///
/// A folder depends on another one if its code names a type or function that a file there declares
/// at the top level. Members of extensions are not followed. The files beside the folders count as one
/// folder.
struct FolderGraph {
  /// One folder depends on another.
  struct Arrow: Hashable, Comparable {
    let from: String
    let to: String

    static func < (one: Self, other: Self) -> Bool {
      (one.from, one.to) < (other.from, other.to)
    }
  }

  /// What the files beside the folders of a module are called in its graph.
  static let top = "top"

  /// The folders, sorted by name.
  let folders: [String]
  /// The arrows, each with an example of a used name and the file that uses it.
  let arrows: [Arrow: String]

  /// Reads the files of one module.
  init(of files: [SourceFile]) {
    let home = { (file: SourceFile) in file.moduleFolder ?? Self.top }
    var declared: [String: Set<String>] = [:]
    for file in files {
      for name in file.topLevelNames { declared[name, default: []].insert(home(file)) }
    }
    var arrows: [Arrow: String] = [:]
    for file in files {
      let folder = home(file)
      for word in file.words.sorted() {
        // A name that several folders declare belongs to each of them.
        guard let homes = declared[String(word)], homes.count == 1, let other = homes.first,
          other != folder
        else { continue }
        arrows[Arrow(from: folder, to: other)] = "\(word) in \(file.path)"
      }
    }
    folders = Set(files.map(home)).sorted()
    self.arrows = arrows
  }

  /// The arrows that are part of a cycle, sorted.
  var cyclic: [Arrow] {
    arrows.keys.filter { reachable(from: $0.to).contains($0.from) }.sorted()
  }

  private func reachable(from start: String) -> Set<String> {
    var found: Set = [start]
    var next = [start]
    while let folder = next.popLast() {
      for arrow in arrows.keys where arrow.from == folder && found.insert(arrow.to).inserted {
        next.append(arrow.to)
      }
    }
    return found
  }
}
