import Foundation
import Testing
@testable import Scaffold

extension DocsTests {
  /// Needs no feature, so that an app of its own finds what still names something that it has left out.
  @Suite("Pages and scripts name what exists")
  struct Names {
    /// The pages, the files for a forge, and the scripts, by their paths.
    private let texts: [String: String]

    init() throws {
      let project = ProjectFolder(root: Sources.root)
      let pages = project.paths.filter { path in
        path.hasSuffix(".md") && (path.hasPrefix("Docs/") || !path.contains("/"))
      }
      let others = project.paths.filter { $0.hasPrefix(".ci/") || $0.hasPrefix(".github/") }
      let paths = pages + others + ["Makefile"]
      var texts: [String: String] = [:]
      // The changelog says what was.
      for path in paths where path != "CHANGELOG.md" { texts[path] = try project.text(path) }
      #expect(texts.count > 30)
      self.texts = texts
    }

    @Test("Every target of make that a page or a script names is in the Makefile")
    func targets() throws {
      let makefile = try #require(texts["Makefile"])
      var count = 0
      for (path, text) in texts {
        for target in text.targets(inLines: !path.hasSuffix(".md")) {
          count += 1
          let isThere = makefile.contains("\n\(target):")
          #expect(isThere, "\(path): make \(target)")
        }
      }
      #expect(count > 50)
    }

    @Test("Every file and folder that a page or a script names exists")
    func files() {
      var count = 0
      for (path, text) in texts {
        let isPage = path.hasSuffix(".md")
        for name in text.namedFiles(inLines: { isPage || Self.isChecked($0) }) {
          count += 1
          let isThere = FileManager.default.fileExists(
            atPath: Sources.root.appending(path: name).path)
          #expect(isThere, "\(path): \(name)")
        }
      }
      #expect(count > 100)
    }

    @Test("Every source that the page of the core's example names exists")
    func example() throws {
      let folder = "Docs/Examples/Core"
      let names = try #require(texts["\(folder)/README.md"]).codeSpans
        .filter { $0.hasPrefix("Sources/") }
      #expect(!names.isEmpty)
      for name in names { #expect(DocsPage.exists("\(folder)/\(name)"), "\(name)") }
    }

    @Test("Every file and section that a page links to exists")
    func links() throws {
      let pages = ProjectFolder(root: Sources.root).paths.filter { $0.hasSuffix(".md") }
      #expect(pages.count > 20)
      var count = 0
      for page in pages {
        let url = Sources.root.appending(path: page)
        let folder = url.deletingLastPathComponent()
        for match in try DocsPage(page).text.matches(of: /\]\(([^):#]*)(?:#([^)]+))?\)/) {
          let target = match.1.isEmpty ? url : folder.appending(path: String(match.1))
          let isThere = FileManager.default.fileExists(atPath: target.path)
          #expect(isThere, "\(page): \(match.0)")
          guard isThere, let section = match.2 else { continue }
          count += 1
          let sections = try String(contentsOf: target, encoding: .utf8).sections
          #expect(sections.contains(String(section)), "\(page): \(match.0)")
        }
      }
      #expect(count > 3)
    }

    @Test("Every page that a page names exists, also where its link has become text")
    func pages() {
      let paths = ProjectFolder(root: Sources.root).paths
      let files = Set(paths.compactMap { $0.split(separator: "/").last })
      for (path, text) in texts where path.hasSuffix(".md") {
        for match in text.matches(of: /[\w-]+\.md\b/) {
          #expect(files.contains(match.0), "\(path): \(match.0)")
        }
      }
    }

    @Test("A section is linked by its heading in small letters, without punctuation")
    func headings() {
      let text = "# A `b-c`\n\nText.\n\n## Is it 1, or 2?\n"
      #expect(text.sections == ["a-b-c", "is-it-1-or-2"])
    }

    /// A line of a script is checked if it is a comment or calls another script: the names of other
    /// lines may be those of files that it makes.
    private static func isChecked(_ line: Substring) -> Bool {
      line.contains(".ci/") || line.drop { $0 == " " }.hasPrefix("#")
    }
  }
}

extension String {
  /// What links to the sections of a page end with, as forges make it of the headings.
  fileprivate var sections: [String] {
    split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      let heading = line.drop { $0 == "#" || $0 == " " }.lowercased()
      return heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
        .replacing(" ", with: "-")
    }
  }

  /// The targets of `make` in code spans and in blocks of code; of a script, in code spans and in lines.
  fileprivate func targets(inLines isScript: Bool) -> [Substring] {
    let blocks = components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
    let lines = (isScript ? [self] : blocks.map(\.element))
      .flatMap { $0.components(separatedBy: "\n") }
      .map { $0.trimmingCharacters(in: .whitespaces).replacing("- run: ", with: "") }
    return (codeSpans + lines).filter { $0.hasPrefix("make ") }.flatMap { command in
      command.dropFirst(5).split(separator: " ").prefix { $0.wholeMatch(of: /[a-z-]+/) != nil }
    }
  }

  /// The files and folders that some lines name, except those of features that a reader makes.
  fileprivate func namedFiles(inLines isChecked: (Substring) -> Bool) -> [String] {
    let folders = ["Modules/", "App/", "Tests/", "Docs/", "Fixtures/", ".ci/", ".github/"]
    var files: [String] = []
    for line in split(separator: "\n") where isChecked(line) {
      let words = line.split { !($0.isLetter || $0.isNumber || "_+./-".contains($0)) }
      for word in words where folders.contains(where: { word.hasPrefix($0) && word != $0 }) {
        files.append(String(word).replacing(/[.\/]+$/, with: ""))
      }
    }
    return files.filter { file in
      !file.contains("ReadingClubs") && !file.contains("Loans")
        && (DocsPage.exists(DocsPage.workflow) || !file.hasPrefix(".github/"))
    }
  }
}
