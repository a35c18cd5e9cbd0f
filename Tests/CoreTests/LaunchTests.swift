import Inspection
import Core
import Services
import TestKit
import Testing

@Suite("An app before its launch")
@MainActor struct LaunchTests {
  @Test("Nothing is shown before the launch, and the log lists the first events")
  func beforeLaunch() async {
    let toy = Toy()
    let session = toy.session()
    #expect(session.navigation.tree.isEmpty)
    #expect(session.snapshot.panes.isEmpty)
    #expect(session.coordinatorTree.isEmpty)
    #expect(session.log.lines.isEmpty)
    #expect(await session.back() == .nothingToLeave)
    #expect(await session.perform("sheet") == .unknown)
    await session.launch()
    #expect(session.log.lines.first == "1 start app#1")
    #expect(session.snapshot.panes.map(\.content.title) == ["First"])
    session.stop()
    await session.settleAll()
  }
}
