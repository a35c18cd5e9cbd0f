import Foundation
import Testing

extension DocsTests {
  /// What a forge and an editor read: workflows, templates, the contributing guide, the devcontainer.
  @Suite(
    "The files for a forge match the Makefile",
    .enabled(if: DocsPage.exists(DocsPage.workflow), "the app is on another forge"))
  struct Forge {
    private let makefile: String
    private let workflow: String
    private let run: String

    init() throws {
      makefile = try DocsPage("Makefile").text
      workflow = try DocsPage(DocsPage.workflow).text
      run = try DocsPage(".ci/run").text
    }

    /// The targets that a text makes.
    private func targets(in text: String) -> [String] {
      text.matches(of: /\bmake ([a-z]+(?:-[a-z]+)*)/).map { String($0.1) }
    }

    @Test("CI lints, documents and tests on Linux, and builds on macOS")
    func workflows() throws {
      let lines = run.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      #expect(
        Set(targets(in: lines)).isSuperset(of: ["lint", "docs", "test", "test-live"]))
      let jobs = workflow.split(separator: "\n\n")
      let linux = try #require(jobs.first { $0.contains("- run: .ci/run") })
      #expect(linux.contains("container: swift:"))
      let apple = try #require(jobs.first { $0.contains("runs-on: macos-") })
      #expect(apple.contains("- run: make apple"))
    }

    @Test(
      "CI takes each step that make test-template takes, and makes the whole app",
      .enabled(if: DocsPage.makesApps, "no apps are made from this one"))
    func steps() throws {
      let script = try DocsPage(".ci/test-template").text
      let usual = try #require(script.firstMatch(of: /\|\| set -- (.+)/)?.1)
      let first = try #require(run.firstMatch(of: /make test-template STEPS="(.+)"/)?.1)
      let matrix = try #require(workflow.firstMatch(of: /step: \[(.+)\]/)?.1)
      let made = first.split(separator: " ") + matrix.split(separator: ", ")
      #expect(made.sorted() == (usual.split(separator: " ") + ["full"]).sorted())
    }

    @Test("CI runs every check that checks.md lists for each change")
    func eachChange() throws {
      let rows = try DocsPage("Docs/checks.md").rows.filter {
        $0.cells.last?.hasPrefix("each change, in CI") == true
      }
      #expect(rows.count > 3)
      let made = Set(targets(in: run) + targets(in: workflow))
      for row in rows {
        let target = try #require(row.cells[0].codeSpans.first?.split(separator: " ").last)
        #expect(made.contains(String(target)), "make \(target)")
      }
    }

    @Test("The devcontainer is CI's image, and installs what the Makefile needs")
    func devcontainer() throws {
      let data = try Data(
        contentsOf: Sources.root.appending(path: ".devcontainer/devcontainer.json"))
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let image = try #require(object["image"] as? String)
      let images = Set(workflow.matches(of: /container: (\S+)/).map { String($0.1) })
      #expect(images == [image])
      let command = try #require(object["onCreateCommand"] as? String)
      // The packages are named in the Makefile alone.
      #expect(command.contains(" make && CI=1 make prepare"))
      #expect(makefile.contains("\n\t@.ci/prepare '$(NEEDS)'\n"))
    }

    @Test("Every issue template says what it is for", arguments: ["bug", "idea"])
    func templates(name: String) throws {
      let text = try DocsPage(".github/ISSUE_TEMPLATE/\(name).md").text
      #expect(text.hasPrefix("---\nname: "))
      #expect(text.contains("\nabout: "))
    }
  }
}
