import Foundation
import Testing

@testable import Scaffold

/// The features with which `.ci/update-from-template` makes the app again.
extension ToolsTests {
  /// Returns the features, in the old and in the new commit of a template whose name and features are given.
  ///
  /// - Parameters:
  ///   - name: the template's name.
  ///   - features: the template's features.
  ///   - own: the features of the app Globex.
  ///   - note: the line of features in its `.template`.
  private func updatedFeatures(
    from name: String, _ features: [String], own: [String], note: String
  ) throws -> [String] {
    var kept = ""
    try withTools { project in
      try project.program(
        "app/.ci/new-app",
        """
        git init --quiet "$3" && git -C "$3" commit --quiet --allow-empty -m a
        echo "$4" >> '\(project.root.path)/kept'
        """)
      for (folder, name, features) in [("template", name, features), ("app", "Globex", own)] {
        let lines = features.map { "  \"\($0)\",\n" }.joined()
        try project.write("let features = [\n\(lines)]\n", to: "\(folder)/Package.swift")
        let identity = "AppIdentity(\n  name: \"\(name)\",\n  applicationID: 1)\n"
        try project.write(identity, to: "\(folder)/App/AppIdentity.swift")
      }
      try project.write(note, to: "app/note")
      let (status, messages) = try run(
        """
        set -e
        git init --quiet app && git init --quiet template
        cd template && git add . && git commit --quiet -m a
        { echo "commit=$(git rev-parse HEAD)"; cat ../app/note; } > ../app/.template
        git commit --quiet --allow-empty -m b
        cd ../app
        SCAFFOLD=none '\(Self.scripts)/update-from-template' ../template
        """, in: project, Self.identity)
      #expect(status == 0, "\(messages)")
      kept = try project.text("kept")
    }
    return kept.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test("An update has the features that came from the template, and under their names there")
  func templateFeatures() throws {
    let kept = try updatedFeatures(
      from: "Acme", ["AcmeRewards", "Acmes", "Apes", "Loans", "Zoos"],
      own: ["Acmes", "GlobexRewards", "Loans", "Zoos"],
      note: "features=Acmes,GlobexRewards,Apes,Loans\n")
    #expect(kept == ["AcmeRewards,Acmes,Loans", "AcmeRewards,Acmes,Loans"])
  }

  @Test("An update of an app without features of the template has none, though the names are equal")
  func noTemplateFeature() throws {
    let kept = try updatedFeatures(
      from: "Acme", ["Loans"], own: ["Loans"], note: "features=\n")
    #expect(kept == ["", ""])
  }

  @Test("After the remedy for a feature that needs another one, an update has both or none")
  func remedy() throws {
    let message = ProjectError.templateNeeds("Shop", of: ["Auth", "Maps"]).description
    let added = try #require(message.firstMatch(of: /line features= also ([\w,]+);/)).1
    #expect(message.contains("; or remove Shop from the line:"))
    // The app has taken Auth and Maps by hand.
    for (note, kept) in [
      ("features=Shop,\(added)\n", "Auth,Maps,Shop"), ("features=\n", ""),
    ] {
      let features = ["Auth", "Maps", "Shop"]
      let found = try updatedFeatures(from: "Acme", features, own: features, note: note)
      #expect(found == [kept, kept])
    }
  }

  @Test("An update finds a feature that was renamed with an app whose name has no small letters")
  func capitals() throws {
    let kept = try updatedFeatures(
      from: "ACME", ["ACMENotes", "NotesACME", "Loans"],
      own: ["ACMENotes", "NotesGlobex", "Loans"], note: "features=ACMENotes,NotesGlobex\n")
    #expect(kept == ["ACMENotes,NotesACME", "ACMENotes,NotesACME"])
  }
}
