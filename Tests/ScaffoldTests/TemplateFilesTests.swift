import Foundation
import Testing

@testable import Scaffold

@Suite("The files that a template writes") struct TemplateFilesTests {
  @Test("If a new file can't be written, a changed one gets its old text")
  func changedBack() throws {
    try withProject { project in
      let before = try project.everything()
      let changed = FeatureScaffold.File(path: "Package.swift", text: "new\n", added: ["new"])
      // Its folder has the name of a file.
      let new = FeatureScaffold.File(path: "Package.swift/x", text: "")
      #expect(throws: ScaffoldError.self) {
        try TemplateFiles(root: project.root).write([changed, new])
      }
      #expect(try project.everything() == before)
    }
  }
}
