import Services
import Core
@testable import Onboarding
import TestKit
import Testing

@Suite("Routing between screens and coordinators")
@MainActor struct RoutingTests {
  private let harness = OnboardingHarness()
  private let routing = RoutingMock()

  private func viewModel() async -> ProfileViewModel { ProfileViewModel(await harness.current()) }

  @Test("Choosing row N of the summary opens part N")
  func summaryRows() async {
    let screen = SummaryScreen(await viewModel(), options: StepOptions(), routing: routing)
    let rows = screen.content.rows
    #expect(rows.count == ProfilePart.allCases.count)
    for row in rows { await screen.perform(.select, .row(row.id)) }
    #expect(routing.calls == [.open(.name), .open(.genres), .open(.goal)])
    await screen.perform(.select, .row("nothing"))
    #expect(routing.calls.count == rows.count)
  }

  @Test("Every step reports which step is done or skipped, and does not know the next one")
  func steps() async {
    let options = StepOptions(offersSkip: true, offersGoingOnUnsaved: true)
    let viewModel = await viewModel()
    // Going on without saving is offered when saving has failed.
    viewModel.draft.name = "Ada"
    harness.store.failWriting()
    #expect(await !viewModel.save())
    for step in [ProfileStep].usual {
      let screen = step.make(viewModel, options, routing)
      await screen.perform("next", .none)
      await screen.perform("skip", .none)
      await screen.perform("unsaved", .none)
      await screen.perform("dance", .none)
      #expect(routing.calls.suffix(3) == [.advance(step.id), .skip(step.id), .advanceUnsaved])
    }
    #expect(routing.calls.count == 15)
  }

  @Test("The welcome asks to skip everything")
  func welcome() async {
    let screen = WelcomeScreen(await viewModel(), options: StepOptions(), routing: routing)
    await screen.perform("skip-all", .none)
    #expect(routing.calls == [.skipAll])
  }

  @Test("A screen does not retain its routing, and works without it")
  func weak() async throws {
    let viewModel = await viewModel()
    for step in [ProfileStep].usual {
      var mock: RoutingMock? = RoutingMock()
      weak let weakMock = mock
      let routing = try #require(mock)
      let screen = step.make(viewModel, StepOptions(), routing)
      _ = consume routing
      mock = nil
      #expect(weakMock == nil)
      for action in screen.content.actions { await screen.perform(action.id, .none) }
    }
  }

  @Test("A step that is done twice, or is not visible, leads nowhere")
  func late() async throws {
    let current = await harness.current()
    weak var flow: ProfileCoordinator?
    await withApp({
      let made = ProfileCoordinator(current)
      flow = made
      return .solo(made, context: harness.context)
    }) { app in
      await flow?.advance(from: .goal)
      #expect(app.step == .welcome)
      await flow?.advance(from: .welcome)
      await flow?.advance(from: .welcome)
      #expect(app.step == .genres)
      await flow?.skip(.name)
      #expect(app.step == .genres)
      flow?.open(.goal)
      flow?.open(.name)
      #expect(app.step == .goal, "one part at a time")
    }
  }

  @Test("A flow that has ended does nothing more")
  func ended() async throws {
    let current = await harness.current()
    let flow = ProfileCoordinator(current)
    let session = AppSession.solo(flow, context: harness.context)
    await session.launch()
    flow.stop()
    await flow.skipAll()
    await flow.advanceUnsaved()
    await flow.advance(from: .welcome)
    flow.open(.goal)
    await session.settleAll()
    #expect(session.snapshot.panes.isEmpty)
    #expect(harness.store.writes == 0)
    session.stop()
  }
}
