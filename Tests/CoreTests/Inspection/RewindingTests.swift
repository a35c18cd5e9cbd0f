import Core
import Services
import TestKit
import Testing

@testable import Walks

@Suite("A flow whose stop changes more than its own screens is found")
@MainActor struct RewindingTests {
  @Test("A flow whose stop changes another tab is found")
  func otherTab() async throws {
    try await withToy { toy, app in
      app.session.navigation.keepsOrigins = true
      let detail = try #require(try toy.tab("second").push(DetailScreen("Detail")))
      let flow = try toy.tab().startChild(
        Flow<Int>("flow", screen: DetailScreen("Flow")),
        onEnd: { _ in toy.list("second")?.dismiss(detail) })
      let found = await app.session.stopAndCompare(flow)
      #expect(found == "stopping \(flow.id) changed another tab")
    }
  }

  @Test("A flow whose stop closes a layer that was open before is found")
  func layer() async throws {
    try await withToy { toy, app in
      app.session.navigation.keepsOrigins = true
      let sheet = try toy.tab().startChild(SheetCoordinator(), .present)
      let flow = try toy.tab().startChild(
        Flow<Int>("flow", screen: DetailScreen("Flow")), onEnd: { _ in sheet.stop() })
      let found = await app.session.stopAndCompare(flow)
      #expect(found == "stopping \(flow.id) did not bring back the tree before its start")
    }
  }

  @Test("A flow whose stop leaves everything else as it was is not reported")
  func alone() async throws {
    try await withToy { toy, app in
      app.session.navigation.keepsOrigins = true
      try toy.tab("second").push(DetailScreen("Detail"))
      let flow = try toy.tab().startChild(Flow<Int>("flow", screen: DetailScreen("Flow")))
      #expect(await app.session.stopAndCompare(flow) == nil)
    }
  }
}
