import Foundation
import Testing

@testable import Scaffold

/// What `.ci/docs` finds in the symbols of a module, and that `.ci/new-app` leaves the project alone.
extension ToolsTests {
  /// Returns a symbol as `swift-symbolgraph-extract -pretty-print` writes it, except what is not read.
  private func symbol(
    _ path: [String], kind: String = "property", line: Int, isDocumented: Bool
  ) -> String {
    let comment = """
            "docComment": {
              "uri": "file:///trips/Comment.swift",
              "lines": [
                {
                  "text": "A text."
                }
              ]
            },

      """
    return """
          {
            "kind": {
              "identifier": "swift.\(kind)",
              "displayName": "A kind"
            },
            "pathComponents": [
              \(path.map { "\"\($0)\"" }.joined(separator: ",\n        "))
            ],
      \(isDocumented ? comment : "")      "accessLevel": "public",
            "location": {
              "uri": "file:///trips/Trip.swift",
              "position": {
                "line": \(line),
                "character": 13
              }
            }
          }
      """
  }

  @Test("A public declaration without documentation is named with its line, an extension is not")
  func undocumented() throws {
    let symbols = [
      symbol(["Trip"], line: 1, isDocumented: true),
      symbol(["Trip", "title"], line: 2, isDocumented: false),
      symbol(["Int"], kind: "extension", line: 6, isDocumented: false),
      symbol(["Int", "days"], line: 8, isDocumented: true),
      symbol(["Stop"], line: 10, isDocumented: false),
    ].joined(separator: ",\n")
    try withTools { project in
      try project.write("{\n  \"symbols\": [\n\(symbols)\n  ]\n}\n", to: "graph.json")
      let script = Project.original.appending(path: ".ci/docs").path
      let (_, found) = try run(
        "eval \"$(sed -n '/^undocumented() {/,/^}/p' '\(script)')\" &&"
          + " undocumented graph.json >&2", in: project)
      #expect(
        found == """
          /trips/Trip.swift:3: Trip.title has no documentation
          /trips/Trip.swift:11: Stop has no documentation

          """)
    }
  }

  @Test("Each library has a page in the site, and no program, whatever is in names and in the path")
  func catalogs() throws {
    try withTools { project in
      try project.write(
        """
        .executableTarget(
          name: "Xylo2", dependencies: ["Top10"]),
        """, to: "Package.swift")
      try project.write("| [Top10](Modules/Top10) | lists ten |\n", to: "README.md")
      try project.write(
        """
        ## What each module imports

        | module | what it is | imports |
        |---|---|---|
        | Xylo2 | the program | Top10 |
        | Top10 | a feature | |

        """, to: GraphPage.path)
      let script = Project.original.appending(path: ".ci/catalogs").path
      let (status, names) = try run("'\(script)' 'our \"site\"' >&2", in: project)
      #expect(status == 0 && names == "Top10\n", "\(names)")
      let page = try project.text("our \"site\"/Top10.docc/Top10.md")
      #expect(page.contains("A feature: lists ten."))
    }
  }

  @Test("Making an app changes nothing in the project: no file, no commit, nothing staged")
  func unchanged() throws {
    let folder = FileManager().temporaryDirectory.appending(path: "app-\(UUID().uuidString)").path
    defer { try? FileManager().removeItem(atPath: folder) }
    try withTools { project in
      try project.program(
        "scaffold",
        """
        cat > /dev/null && mkdir -p "$3" && cd "$3" && mkdir App Modules Tests Docs Docs/Examples &&
          touch Package.swift App/A.swift
        """)
      try commit(project)
      try project.write("mine", to: "notes")
      let before = try files(of: project)
      let script = Project.original.appending(path: ".ci/new-app").path
      let (status, messages) = try run(
        "'\(script)' ./scaffold Umbra '\(folder)'", in: project, Self.identity)
      #expect(status == 0, "\(messages)")
      #expect(FileManager().fileExists(atPath: "\(folder)/.git"))
      #expect(try files(of: project) == before)
      let staged = try run("git diff --cached --name-only >&2", in: project)
      #expect(staged.messages == "")
    }
  }

  /// Every file of a project but git's index, in which git notes when it has looked at files.
  private func files(of project: Project) throws -> [String: Data?] {
    try project.everything().filter { $0.key != ".git/index" }
  }
}
