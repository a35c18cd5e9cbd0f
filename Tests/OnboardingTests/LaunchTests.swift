import Core
import Accounts
import Services
import Foundation
@testable import Onboarding
import TestKit
import Testing

@Suite("Onboarding at the launch")
@MainActor struct LaunchTests {
  private let harness = OnboardingHarness()
  private let ada = OnboardingHarness.ada

  @Test("Onboarding is shown once, whatever the answers")
  func once() async throws {
    await withApp({ harness.session() }) { app in
      #expect(app.title == "Welcome")
      await app.walk(as: ada)
      #expect(app.title == "Items")
      #expect(harness.feature.profile == ada)
    }
    await withApp({ harness.session() }) { app in
      #expect(app.title == "Items")
      #expect(harness.feature.profile == ada)
    }
    // It is not shown to another owner on this device, either.
    await withApp({ harness.session(owner: .account("bo")) }) { app in
      #expect(app.title == "Items")
      #expect(harness.feature.profile == ReaderProfile())
    }
  }

  @Test(
    "Quitting in a step leaks nothing, and onboarding is shown at the next launch",
    arguments: StepName.allCases)
  func stopped(at step: StepName) async throws {
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada, until: step)
      await app.answer(as: ada)
      #expect(app.step == step)
    }
    #expect(harness.store.writes == 0)
    await withApp({ harness.session() }) { app in #expect(app.title == "Welcome") }
  }

  @Test("Quitting with unsaved answers asks first, also after skipping; without any it does not")
  func quit() async throws {
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada, until: .name)
      #expect(await app.back() == .left, "going back within the flow asks nothing")
      #expect(await app.session.quit() == .blocked(by: .unsavedProfile))
      await app.tap("keep")
      #expect(app.value(of: "goal") == .number(24))
      await app.walk(as: ada)
      #expect(app.title == "Items")
      #expect(await app.session.quit() == .left)
    }
    #expect(try await harness.stored() == ada)
    let other = OnboardingHarness()
    await withApp({ other.session() }) { app in
      await app.advance()
      await app.tap("skip")
      #expect(await app.session.quit() == .left)
    }
    await withApp({ other.session() }) { app in
      await app.advance()
      await app.answer(as: ada)
      await app.tap("skip")
      #expect(await app.session.quit() == .blocked(by: .unsavedProfile))
      await app.tap("discard")
      #expect(app.session.navigation.tree.isEmpty)
    }
    #expect(other.store.writes == 0)
  }

  @Test(
    "A link opened during a step waits for the end of onboarding",
    arguments: StepName.allCases)
  func link(at step: StepName) async throws {
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada, until: step)
      #expect(await app.open("booksapp://account/goal") == .waiting(for: .launch))
      #expect(app.step == step)
      #expect(harness.store.writes == 0)
      await app.walk(as: ada)
      #expect(app.title == "Items")
    }
    #expect(try await harness.stored() == ada)
  }

  @Test("Other features get the profile of the current owner")
  func owners() async throws {
    let bo = ReaderProfile(displayName: "Bo", genres: ["horror"], yearlyGoal: 3)
    try await harness.keep(ada)
    try await harness.keep(bo, of: .account("bo"))
    try await ProfileStore(harness.store).markSeen()
    await withApp({ harness.session() }) { app in
      let feature = harness.feature
      #expect(feature.profile.displayName == "Ada Lovelace")
      #expect(feature.profile.initials == "AL")
      #expect(feature.favouriteSubjects == ["Poetry", "Science"])
      // feature: Books
      let goal = "24 books a year"
      // else: let goal = "24 a year"
      // end
      #expect(app.content.rows.map(\.detail) == ["Ada Lovelace", "Poetry, Science", goal])

      await harness.context.currentOwner.signIn("bo", expires: nil)
      #expect(feature.profile == bo)
      await harness.context.currentOwner.signIn("cleo", expires: nil)
      #expect(feature.profile == ReaderProfile())
      #expect(app.content.rows.allSatisfy { $0.detail == nil })

      harness.context.owner.signOut()
      #expect(feature.profile == ReaderProfile(), "nobody sees what is not theirs")
      await app.session.settle()
      #expect(feature.profile == ada)
      #expect(app.title == "Items", "and nobody is asked again")
    }
  }

  @Test("A late profile of one owner is not shown to the next")
  func lateReading() async throws {
    try await harness.keep(ada)
    let current = await harness.current()
    let gate = harness.holdWrites()
    let change = ProfileChange(
      from: ProfileDraft(ada), to: ProfileDraft(ReaderProfile(displayName: "Cleo")))
    let saving = Task { try await current.save(change) }
    await gate.arrived()
    await harness.context.currentOwner.signIn("bo", expires: nil)
    gate.open()
    #expect(try await saving.value)
    #expect(current.profile == ReaderProfile())
    #expect(try await harness.stored().displayName == "Cleo")
    #expect(try await harness.stored(of: .account("bo")) == ReaderProfile())
  }

  @Test("Unreadable storage locks no user out")
  func unreadable() async throws {
    try await harness.keep(ada)
    harness.store.failReading()
    await withApp({ harness.session() }) { app in
      #expect(app.title == "Items")
      #expect(harness.feature.profile == ReaderProfile())
      // Reported once, however often it is read.
      let first = app.session.consumeNotices()
      guard case .posted(let notice)? = first.last else {
        Issue.record("There is no notice: \(first)")
        return
      }
      #expect(notice.text.contains("profile can't be read") && notice.tone == .problem)
      await harness.feature.feature.prepare?()
      #expect(app.session.consumeNotices().isEmpty)
    }
    harness.store.repair()
    // Nothing was written meanwhile: the profile is there again, and so is the question.
    #expect(try await harness.stored() == ada)
    await withApp({ harness.session() }) { app in #expect(app.title == "Welcome") }
  }

  @Test("A preparation whose reading is cancelled has no line in the log")
  func cancelledReading() async {
    for (error, lines) in [(StorageError.cancelled, 0), (.full, 2)] {
      harness.store.failReading(error)
      let current = await harness.current()
      #expect(current.problem == error)
      #expect((harness.context.logger as? MemoryLogger)?.lines.count == lines)
    }
  }

  @Test("A reload that can't read the profile says so, so that it is repeated")
  func reload() async throws {
    try await harness.keep(ada)
    try await ProfileStore(harness.store).markSeen()
    await withApp({ harness.session() }) { _ in
      let feature = harness.feature.feature
      #expect(await feature.reload?() == true)
      harness.store.failReading()
      #expect(await feature.reload?() == false)
      harness.store.repair()
      #expect(await feature.reload?() == true)
    }
  }

  @Test("Full storage locks no user out: it is reported, and the user can continue")
  func full() async throws {
    harness.store.failWriting()
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada, until: .summary)
      #expect(app.content.action("unsaved") == nil)
      await app.advance()
      #expect(app.step == .summary)
      #expect(app.notice?.contains("There is no space left") == true)
      #expect(app.content.rows.first?.detail == "Ada Lovelace", "what was typed is still there")
      await app.tap("unsaved")
      #expect(app.title == "Items")
    }
    harness.store.repair()
    #expect(harness.store.writes == 0)
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada)
      #expect(app.title == "Items")
    }
    #expect(try await harness.stored() == ada)
  }

  @Test("Retrying when there is room saves everything")
  func tryAgain() async throws {
    await withApp({ harness.session() }) { app in
      await app.walk(as: ada, until: .summary)
      harness.store.failWriting()
      await app.advance()
      harness.store.repair()
      await app.advance()
      #expect(app.title == "Items")
      #expect(harness.feature.profile == ada)
    }
    #expect(try await harness.stored() == ada)
  }

  @Test("Skipping everything works even if that can't be saved")
  func skipAllUnnoted() async throws {
    harness.store.failWriting()
    await withApp({ harness.session() }) { app in
      await app.tap("skip-all")
      #expect(app.title == "Items")
      // The next owner in this session is not asked, either.
      harness.context.owner.signOut()
      await app.session.settle()
      #expect(app.title == "Items")
    }
  }
}
