// Needs: all

import Foundation
import Scaffold
import TestKit
import Testing

/// Docs/learning.md makes a feature and changes it: its diffs are made here by `.ci/tutorial`. The step `feature` of
/// `.ci/test-template` also builds and tests the result.
@Suite("The feature of Docs/learning.md") struct TutorialTests {
  @Test("The tutorial's feature gets the three edits of the page")
  func edits() throws {
    try withProject { project in
      let paths = try project.scaffold.make(try FeatureName("Loans", taken: [])).map(\.path)
      let before = try project.texts()
      let (status, messages) = try edit(project)
      #expect(status == 0, "\(messages)")
      let after = try project.texts()
      let changed = paths.filter { before[$0] != after[$0] }
      #expect(changed.count == 3)
      #expect(changed.count { $0.hasPrefix("Tests/LoansTests/") } == 1)
    }
  }

  @Test("A tutorial edit that does not fit changes nothing")
  func misfit() throws {
    try withProject { project in
      let before = try project.texts()
      // The feature was not made.
      let (status, messages) = try edit(project)
      #expect(status == 1)
      #expect(messages.contains("Modules/Loans/ViewModels/LoansViewModel.swift"))
      #expect(try project.texts() == before)
    }
  }

  private func edit(_ project: Project) throws -> (status: Int32, messages: String) {
    let process = try ChildProcess(
      "/usr/bin/env",
      ["-C", project.root.path]
        + [".ci/tutorial", "Docs/learning.md"].map { Project.original.appending(path: $0).path })
    let messages = String(decoding: try process.errors.readToEnd() ?? Data(), as: UTF8.self)
    return (process.waitForEnd(), messages)
  }
}
