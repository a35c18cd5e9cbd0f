/// The dependencies between the folders of a module, read from the sources.
///
/// A folder depends on another one if its code names
/// - a type or function that a file there declares at the top level, or
/// - a member that an extension there adds to a type of another folder or module, as `text.quoted`.
///
/// Other members are not followed: a value comes from code that names its type. Nor are names that several members
/// have, because the code does not say whose is used. The files beside the folders count as one folder.
struct FolderGraph {
  /// One folder depends on another.
  struct Arrow: Hashable, Comparable {
    let from: String
    let to: String

    static func < (one: Self, other: Self) -> Bool {
      (one.from, one.to) < (other.from, other.to)
    }
  }

  /// The name of the files beside the folders of a module in its graph.
  static let top = "top"

  /// The folders, sorted by name.
  let folders: [String]
  /// The arrows, each with an example of a used name and the file that uses it.
  let arrows: [Arrow: String]

  /// Reads the files of one module.
  ///
  /// - Parameter known: the modules of each public member; see `publicMembers`.
  init(of files: [SourceFile], beside known: [Substring: Set<String>] = [:]) {
    folders = Set(files.map(Self.home(of:))).sorted()
    guard folders.count > 1 else {
      arrows = [:]
      return
    }
    var declared: [String: Set<String>] = [:]
    for file in files {
      for name in file.topLevelNames { declared[name, default: []].insert(Self.home(of: file)) }
    }
    let added = Self.addedMembers(of: files, types: declared, beside: known)
    var arrows: [Arrow: String] = [:]
    for file in files {
      let folder = Self.home(of: file)
      let (words, uses) = file.names
      for word in words.filter({ declared[String($0)] != nil }).sorted() {
        // A name that several folders declare belongs to each of them.
        guard let homes = declared[String(word)], homes.count == 1, let other = homes.first,
          other != folder
        else { continue }
        arrows[Arrow(from: folder, to: other)] = "\(word) in \(file.path)"
      }
      lazy var types = Set(file.members.map(\.innerType))
      for member in added where member.folder != folder {
        // An extension of the same type names the member alone.
        guard
          uses.contains(member.use)
            || uses.contains(member.name) && !types.isDisjoint(with: member.types)
        else { continue }
        arrows[Arrow(from: folder, to: member.folder)] = "\(member.name) in \(file.path)"
      }
    }
    self.arrows = arrows
  }

  /// Examples of what the screens use of the services, sorted.
  var servicesInScreens: [String] {
    arrows.filter { $0.key.from == "Screens" && $0.key.to == "Services" }.map(\.value).sorted()
  }

  private static func home(of file: SourceFile) -> String { file.moduleFolder ?? top }

  /// A member that extensions in one folder add to types of other folders or modules.
  private struct AddedMember {
    let use: Substring
    let name: Substring
    let folder: String
    /// The types that have it.
    var types: Set<Substring>
  }

  /// Returns the members that extensions add to types of other folders or modules, sorted by name.
  ///
  /// A name says which folder is meant only if no other member of the module has it, and none of other modules
  /// or of the standard library: other names are left out.
  private static func addedMembers(
    of files: [SourceFile], types: [String: Set<String>], beside known: [Substring: Set<String>]
  ) -> [AddedMember] {
    var added: [Substring: AddedMember] = [:]
    var others: Set<Substring> = []
    for file in files {
      let (folder, module) = (home(of: file), file.module?.name ?? "")
      for member in file.members {
        let isOwn = (types[String(member.outerType)] ?? []) == [folder]
        let modules = (known[member.use] ?? []).subtracting([module])
        guard member.isAdded, !isOwn, modules.isEmpty, !standardNames.contains(member.name) else {
          others.insert(member.use)
          continue
        }
        let first = AddedMember(
          use: member.use, name: member.name, folder: folder, types: [])
        added[member.use, default: first].types.insert(member.innerType)
        if added[member.use]?.folder != folder { others.insert(member.use) }
      }
    }
    return added.values.filter { !others.contains($0.use) }.sorted { $0.use < $1.use }
  }

  /// Members that many types of the standard library have.
  private static let standardNames: Set<Substring> = [
    "contains", "count", "description", "first", "isEmpty", "last", "map",
  ]

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
