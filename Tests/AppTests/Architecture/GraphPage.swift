import Foundation

/// The page `Docs/modules.md`: the graph of the modules and, for each, that of its folders.
struct GraphPage {
  /// The path of the page, relative to the project's folder.
  static let path = "Docs/modules.md"

  /// The page drawn from the sources.
  let text: String

  init(_ tree: SourceTree) {
    let sources = Dictionary(
      grouping: tree.files.filter { $0.module?.isSource == true }, by: { $0.module?.name ?? "" })
    let names = Set(sources.keys)
    var lines = [
      "# Modules and folders",
      "",
      "Drawn from the sources by `make graph`; a test compares it with them. An arrow points from what"
        + " uses to what is used.",
      "",
      "```mermaid",
      "graph TD",
    ]
    for name in names.sorted() {
      let imports = Set((sources[name] ?? []).flatMap { $0.imports })
      for target in imports.intersection(names).subtracting([name]).sorted() {
        lines.append("  \(name) --> \(target)")
      }
    }
    lines += ["```", "", "## Inside the modules"]
    for name in names.sorted() {
      let graph = FolderGraph(of: sources[name] ?? [])
      guard graph.folders.count > 1 else { continue }
      lines += ["", "### \(name)", "", "```mermaid", "graph TD"]
      lines += graph.folders.map { "  \($0)" }
      lines += graph.arrows.keys.sorted().map { "  \($0.from) --> \($0.to)" }
      lines.append("```")
    }
    text = lines.joined(separator: "\n") + "\n"
  }
}
