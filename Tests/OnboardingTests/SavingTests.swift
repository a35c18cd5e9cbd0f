import Accounts
import Core
import Services
@testable import Onboarding
import TestKit
import Testing

@Suite("Slow saving")
@MainActor struct SavingTests {
  private let harness = OnboardingHarness()
  private let ada = OnboardingHarness.ada

  @Test("Pressing the button again during a save saves once, and ends once")
  func twice() async throws {
    var outcomes = 0
    await withApp(await harness.flow { _ in outcomes += 1 }) { app in
      await app.walk(as: ada, until: .summary)
      let gate = harness.holdWrites()
      let saving = Task { await app.session.perform("start") }
      await gate.arrived()
      let again = Task { await app.session.perform("start") }
      #expect(await again.value == .busy)
      gate.open()
      #expect(await saving.value == .performed)
    }
    #expect(outcomes == 1)
    #expect(try await harness.stored() == ada)
    #expect(harness.store.writes == 2, "the profile, and that it was asked for")
  }

  @Test("Two simultaneous saves keep both changes")
  func together() async throws {
    let current = await harness.current()
    let (one, other) = (ProfileViewModel(current), ProfileViewModel(current))
    one.toggle("poetry")
    other.draft.goal = 24
    let gate = harness.holdWrites()
    let first = Task { await one.save() }
    await gate.arrived()
    let second = Task { await other.save() }
    gate.open()
    #expect(await first.value)
    #expect(await second.value)
    #expect(try await harness.stored() == ReaderProfile(genres: ["poetry"], yearlyGoal: 24))
    #expect(current.profile == ReaderProfile(genres: ["poetry"], yearlyGoal: 24))
    #expect(!one.isChanged && !other.isChanged)
  }

  @Test("Genres that another window saves while a form is open are kept")
  func genresElsewhere() async throws {
    try await harness.keep(ReaderProfile(genres: ["classics", "poetry"]))
    let viewModel = ProfileViewModel(await harness.current())
    viewModel.toggle("fantasy")
    viewModel.toggle("poetry")
    try await harness.keep(ReaderProfile(genres: ["horror"]))
    #expect(await viewModel.save())
    #expect(try await harness.stored().genres == ["classics", "horror", "fantasy"])
    #expect(viewModel.draft.genres == ["classics", "horror", "fantasy"] && !viewModel.isChanged)
  }

  @Test("A genre that is chosen again is saved as the last one, after those of another window")
  func order() async throws {
    try await harness.keep(ReaderProfile(genres: ["poetry", "drama"]))
    let viewModel = ProfileViewModel(await harness.current())
    for _ in 1...2 { viewModel.toggle("poetry") }
    #expect(viewModel.draft.genres == ["drama", "poetry"] && viewModel.isChanged)
    try await harness.keep(ReaderProfile(genres: ["horror"]))
    #expect(await viewModel.save())
    #expect(try await harness.stored().genres == ["drama", "horror", "poetry"])
    #expect(viewModel.draft.genres == ["drama", "horror", "poetry"] && !viewModel.isChanged)
    for _ in 1...2 { viewModel.toggle("poetry") }
    #expect(!viewModel.isChanged, "it is the last one again")
  }

  @Test("A form says if there are too many genres with those of another window, and keeps its own")
  func tooManyElsewhere() async throws {
    let viewModel = ProfileViewModel(await harness.current())
    let (own, theirs) = (Genre.all.prefix(3).map(\.id), Genre.all.suffix(3).map(\.id))
    for genre in own { viewModel.toggle(genre) }
    try await harness.keep(ReaderProfile(genres: theirs))
    #expect(await !viewModel.save())
    #expect(viewModel.problems[.genres] == .tooManyGenres)
    #expect(viewModel.draft.genres == theirs + own && viewModel.isChanged)
    #expect(try await harness.stored().genres == theirs)
    viewModel.toggle(own[0])
    #expect(viewModel.problems[.genres] == nil)
    #expect(await viewModel.save())
    let expected = theirs + Array(own.dropFirst())
    #expect(try await harness.stored().genres == expected)
  }

  @Test(
    "Too many genres with those of another window open the question about genres",
    arguments: ["start", "skip-all"])
  func tooManyAtEnd(action: String) async throws {
    let (own, theirs) = (Genre.all.prefix(3).map(\.id), Genre.all.suffix(3).map(\.id))
    let ada = ReaderProfile(displayName: "Ada", genres: own, yearlyGoal: 24)
    try await withApp(await harness.flow()) { app async throws in
      await app.walk(as: ada, until: .summary)
      while action == "skip-all", app.step != .welcome, await app.session.back() == .left {}
      try await harness.keep(ReaderProfile(genres: theirs))
      await app.tap(action)
      #expect(app.step == .genres && app.notice != nil, "\(app.text)")
      #expect(app.chosen.count == 6)
      let stored = try await harness.stored()
      #expect(stored.genres == theirs)
    }
  }

  @Test("Input during a save is not lost, and counts as unsaved")
  func typedMeanwhile() async throws {
    let viewModel = ProfileViewModel(await harness.current())
    viewModel.draft.name = "Ada"
    let gate = harness.holdWrites()
    let saving = Task { await viewModel.save() }
    await gate.arrived()
    viewModel.draft.name = "Ada Lovelace"
    gate.open()
    #expect(await !saving.value)
    #expect(viewModel.draft.name == "Ada Lovelace")
    #expect(viewModel.isChanged)
    #expect(await viewModel.save())
    #expect(try await harness.stored().displayName == "Ada Lovelace")
  }

  @Test("A value that is set back during a save is not overwritten, and counts as unsaved")
  func setBackMeanwhile() async throws {
    try await harness.keep(ReaderProfile(yearlyGoal: 5))
    let viewModel = ProfileViewModel(await harness.current())
    viewModel.draft.goal = 10
    let gate = harness.holdWrites()
    let saving = Task { await viewModel.save() }
    await gate.arrived()
    viewModel.draft.goal = 5
    gate.open()
    #expect(await !saving.value)
    #expect(viewModel.draft.goal == 5)
    #expect(viewModel.isChanged)
    #expect(await viewModel.save())
    #expect(try await harness.stored().yearlyGoal == 5)
  }

  @Test("A save that is cancelled while another form saves keeps its input, and shows that change")
  func cancelledMeanwhile() async throws {
    let current = await harness.current()
    let (one, other) = (ProfileViewModel(current), ProfileViewModel(current))
    one.toggle("poetry")
    other.draft.goal = 24
    let gate = harness.holdWrites()
    let first = Task { await one.save() }
    await gate.arrived()
    let second = Task.immediate { await other.save() }
    second.cancel()
    gate.open()
    #expect(await first.value)
    #expect(await !second.value)
    #expect(other.draft.genres == ["poetry"] && other.draft.goal == 24)
    #expect(other.isChanged)
  }

  @Test("Going back during a save keeps the saved values, and the flow continues")
  func backMeanwhile() async throws {
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada, until: .summary)
      let gate = harness.holdWrites()
      let saving = Task { await app.session.perform("start") }
      await gate.arrived()
      let back = Task.immediate { await app.session.back() }
      #expect(app.step == .name)
      gate.open()
      #expect(await back.value == .left)
      _ = await saving.value
      #expect(app.step == .name)
      await app.walk(as: ada)
      #expect(app.title == "Items")
    }
    #expect(try await harness.stored() == ada)
  }

  @Test("An app that is stopped during a save leaks nothing")
  func stopMeanwhile() async throws {
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada, until: .summary)
      let gate = harness.holdWrites()
      let saving = Task { await app.session.perform("start") }
      await gate.arrived()
      app.session.stop()
      gate.open()
      _ = await saving.value
    }
    // It was saved as a whole or not at all.
    let stored = try await harness.stored()
    #expect(stored == ada || stored == ReaderProfile())
    #expect(try await !harness.wasSeen, "it was not gone through")
  }

  @Test(
    "Signing out during a step leaves no data",
    arguments: StepName.allCases)
  func signOut(at step: StepName) async throws {
    let bo = ReaderProfile(displayName: "Bo", genres: ["horror"], yearlyGoal: 3)
    try await harness.keep(bo, of: .account("bo"))
    try await ProfileStore(harness.store).markSeen()
    await withApp({ harness.session(owner: .account("bo")) }) { app in
      await app.choose("Profile")
      await app.walk(as: ReaderProfile(displayName: "Cleo", yearlyGoal: 5), until: step)
      harness.context.owner.signOut()
      await app.session.settle()
      #expect(app.title == "Items")
      #expect(app.content.rows.allSatisfy { $0.detail == nil })
    }
    #expect(try await harness.stored() == ReaderProfile())
  }

  @Test("A profile of one owner that can't be read late is not reported to the next")
  func lateFailure() async throws {
    let current = await harness.current()
    let gate = harness.holdWrites()
    let change = ProfileChange(from: ProfileDraft(ReaderProfile()), to: ProfileDraft(ada))
    let saving = Task { try await current.save(change) }
    await gate.arrived()
    let reading = Task.immediate { await current.load() }
    harness.context.currentOwner.restore("bo", expires: nil)
    harness.store.failReading()
    gate.open()
    _ = await saving.result
    await reading.value
    #expect(current.problem == nil)
    let session = AppSession(context: harness.context, features: [])
    #expect(session.consumeNotices().isEmpty)
  }
}
