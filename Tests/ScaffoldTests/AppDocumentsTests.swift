import Foundation
import Testing

@testable import Scaffold

/// What a new app says about itself, made from a small project.
@Suite("The documents of a new app") struct AppDocumentsTests {
  @Test("The version is 0.1.0, whatever that of the template is")
  func version() throws {
    try withProject { project in
      let path = "App/Composition/Identity/AppVersion.swift"
      try project.write("enum AppVersion { static let current = \"2.3.4\" }\n", to: path)
      try project.withApp { app in
        let made = try app.required(path)
        #expect(made == "enum AppVersion { static let current = \"0.1.0\" }\n")
      }
    }
  }

  @Test("The licence names the team, and keeps the lines of the template and of its template")
  func licence() throws {
    try withProject { project in
      let old = try project.appName.text
      let lines = ["Copyright (c) 2026 The \(old) authors", "Portions: Copyright (c) 2025 Others"]
      try project.write("A licence\n\n\(lines.joined(separator: "\n"))\n\nText\n", to: "LICENSE")
      try project.withApp { app in
        let licence = try app.required("LICENSE")
        #expect(
          licence == """
            A licence

            Copyright (c) 2026 The \(Project.newApp) authors
            Portions: \(lines[0])
            \(lines[1])

            Text

            """)
      }
    }
  }

  @Test("A copyright line without the app's name stays as it is")
  func foreignLicence() throws {
    try withProject { project in
      try project.write("Copyright (c) 2026 A company\n", to: "LICENSE")
      try project.withApp { app in
        let licence = try app.required("LICENSE")
        #expect(licence == "Copyright (c) 2026 A company\n")
      }
    }
  }

  @Test("A short README names no feature, so that it stays right when one is added")
  func readme() throws {
    try withProject { project in
      try project.addShop()
      try project.write("let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try project.withApp(features: ["Shop"]) { app in
        let readme = try app.required("README.md")
        #expect(!readme.contains("Shop"))
        for page in ["modules", "howto", "new-app", "reliability", "decisions/README"] {
          #expect(readme.contains("(Docs/\(page).md)"), "\(page)")
        }
        #expect(app.exists("Docs/modules.md"))
      }
    }
  }

  @Test("The note of the template has the features that come from it, as the app calls them")
  func note() throws {
    try withProject { project in
      let own = try project.appName.text + "Rewards"
      let names = ["\"\(own)\"", "\"Shop\"", "\"Zoos\""].map { "  \($0),\n" }.joined()
      try project.write("let features = [\n\(names)]\n", to: "Package.swift")
      for (features, noted) in [
        (nil, "UmbraRewards,Shop,Zoos"), ([own, "Zoos"], "UmbraRewards,Zoos"),
      ] as [(Set<String>?, String)] {
        try project.withApp(features: features) { app in
          let note = try app.required(AppScaffold.note)
          #expect(note == "commit=0123abc\nfeatures=\(noted)\n")
        }
      }
      // It gets one of its own.
      try project.withApp(features: []) { app in
        let note = try app.required(AppScaffold.note)
        #expect(note.hasSuffix("\nfeatures=\n"))
      }
    }
  }

  @Test("An app with all features has the whole README, even if they are listed by name")
  func wholeReadme() throws {
    try withProject { project in
      let old = try project.appName.text
      try project.write("# \(old)\n\nA tour.\n", to: "README.md")
      let all = Set(try FeatureRemoval(root: project.root).features)
      for features in [nil, all] {
        try project.withApp(features: features) { app in
          let readme = try app.required("README.md")
          #expect(readme == "# \(Project.newApp)\n\nA tour.\n")
        }
      }
    }
  }

  @Test("An example with the new name gets another one, because its command would be refused")
  func examples() throws {
    try withProject { project in
      let old = try project.appName.text
      let name = try #require(AppRenaming.examples.first { $0 != old })
      let text = "\(old): make new-app NAME=\(name) DEST=../\(name)  # \(name.lowercased())://\n"
      for path in ["Docs/a.md", "Makefile", ".ci/a"] { try project.write(text, to: path) }
      try project.withApp(name) { app in
        for path in ["Docs/a.md", "Makefile", ".ci/a"] {
          let match = try #require(
            try app.required(path).wholeMatch(
              of: /(\w+): make new-app NAME=(\w+) DEST=..\/(\w+)  # (\w+):\/\/\n/))
          #expect(String(match.1) == name)
          #expect(![name, old].contains(String(match.2)))
          #expect(match.3 == match.2 && String(match.4) == match.2.lowercased())
        }
      }
      // Another name leaves examples as they are.
      try project.withApp("Umbra") { app in
        let makefile = try app.required("Makefile")
        #expect(makefile == text.replacing(old, with: "Umbra"))
      }
    }
  }
}
