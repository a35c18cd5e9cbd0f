import Foundation
import Testing

@testable import Scaffold

@Suite("The project that the scaffold's tests change") struct ProjectTests {
  @Test(
    "The tests' project has no team features, so a team can use names from pages and tests",
    arguments: FeatureKind.allCases)
  func namesOfTests(kind: FeatureKind) throws {
    let names = ["ReadingClubs", "Notes", "Pictures", "Loans"]
    try withProject { team in
      let list = FeatureMarks.list
      let template = try ProjectFolder(root: Project.original).text(list)
      try team.write(template ?? "", to: list)
      let usual = try team.everything().filter { !$0.key.hasPrefix(".ci") }
      try team.addShop(tab: ".account")
      for name in names { _ = try team.scaffold.make(FeatureName(name, taken: []), kind: kind) }
      // One was there, and had users.
      let registry = try team.text(RetiredModules.path)
      try team.write(
        RetiredModules.adding(["reading-lists"], to: registry), to: RetiredModules.path)
      #expect(team.scaffold.taken.isSuperset(of: names))

      let project = try Project(of: team.root)
      defer { project.remove() }
      #expect(project.scaffold.taken.isDisjoint(with: names))
      #expect(try project.everything() == usual)
    }
  }
}
