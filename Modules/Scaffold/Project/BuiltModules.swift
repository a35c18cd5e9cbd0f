import Foundation

/// The compiled modules of a project. An import of a removed module still compiles while
/// its interface is there.
struct BuiltModules {
  /// How deep the folders of interfaces are in `.build`, such as `tests/x86_64-unknown-linux-gnu/debug`.
  private static let depth = 3

  let root: URL

  /// Deletes the interfaces of modules, so that imports of them no longer compile.
  func delete(_ modules: Set<String>) {
    let manager = FileManager()
    var folders = [".build", "Tests/Benchmarks/.build"].map { root.appending(path: $0) }
    for _ in 0...Self.depth {
      for folder in folders.map({ $0.appending(path: "Modules") }) {
        for name in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        where modules.contains((name as NSString).deletingPathExtension) {
          try? manager.removeItem(at: folder.appending(path: name))
        }
      }
      folders = folders.flatMap { folder in
        ((try? manager.contentsOfDirectory(atPath: folder.path)) ?? []).map {
          folder.appending(path: $0)
        }
      }
    }
  }
}
