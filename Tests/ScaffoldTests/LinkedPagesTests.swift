import Foundation
import Testing

@testable import Scaffold

extension AppScaffoldTests {
  @Test(
    "Every page in Docs can be reached from README.md by links, also in an app with one feature",
    .enabled(
      if: !ProjectFolder(root: FeatureRemovalTests.root).exists(AppScaffold.note),
      "an app has its own pages"))
  func linkedPages() throws {
    #expect(try ProjectFolder(root: FeatureRemovalTests.root).unlinkedPages == [])
    try withApp(features: []) { app in
      let pages = try app.unlinkedPages
      #expect(pages == [])
    }
  }
}
