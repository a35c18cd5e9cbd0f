@testable import Scaffold

extension ProjectFolder {
  /// The pages in Docs to which no way of links leads from README.md.
  var unlinkedPages: [String] {
    get throws {
      let pages = paths.filter { $0.hasSuffix(".md") }
      var reached: Set = ["README.md"]
      var next = ["README.md"]
      while let page = next.popLast() {
        let folder = Array(page.split(separator: "/").dropLast())
        for match in try required(page).matches(of: /\]\(([^):#]+)/) {
          var path: [Substring] = folder
          for part in match.1.split(separator: "/") {
            if part == ".." { _ = path.popLast() } else { path.append(part) }
          }
          let target = path.joined(separator: "/")
          if pages.contains(target), reached.insert(target).inserted { next.append(target) }
        }
      }
      return pages.filter { $0.hasPrefix("Docs/") && !reached.contains($0) }
    }
  }
}
