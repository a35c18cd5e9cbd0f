import Services
@testable import Core
@testable import Shell
import TestKit
import Testing

@Suite("The program's handle on the app")
@MainActor struct RunningAppTests {
  @Test("When the handle is released, the app ends, also one that awaits an answer")
  func letGo() async {
    let services = ToyServices()
    weak var session: AppSession?
    weak var root: AppCoordinator?
    let activity: Activity
    do {
      let app = RunningApp { AppSession(context: .test(), features: [.toy(services)]) }
      session = app.session
      root = app.session.root
      activity = app.session.activity
      await app.launch(link: nil)
      #expect(root?.isRunning == true)
      await app.session.perform("count")
      #expect(activity.parkedCount == 1, "the list awaits the answer to a question")
    }
    await activity.settleAll()
    #expect(activity.parkedCount == 0, "the caller that awaited it was told that nothing comes")
    #expect(session == nil)
    #expect(root == nil)
  }
}
