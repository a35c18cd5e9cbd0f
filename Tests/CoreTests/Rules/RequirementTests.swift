import Services
import Core
import TestKit
import Testing

@Suite("A requirement is checked again once its flow has ended")
@MainActor struct RequirementTests {
  /// The current user, with what they need and have.
  @MainActor private final class Person {
    var has = false
    var needs = true
    var asked = 0

    /// Returns a requirement whose flow changes the user before it finishes.
    func requirement(_ change: @escaping @MainActor (Person) -> Void) -> Requirement {
      Requirement(
        isMet: { self.has },
        make: { _ in
          self.asked += 1
          return Flow<Void>("ask") { flow in
            change(self)
            flow.finish(())
          }
        })
    }
  }

  private func require(
    _ person: Person, _ change: @escaping @MainActor (Person) -> Void = { $0.has = true }
  ) async throws -> Bool? {
    var isMet: Bool?
    try await withToy { toy, _ in
      isMet = try await toy.tab().require(person.requirement(change), ifNeeded: { person.needs })
    }
    return isMet
  }

  @Test("A requirement that is met or not needed runs no flow")
  func notAsked() async throws {
    for (has, needs) in [(true, true), (false, false), (true, false)] {
      let person = Person()
      (person.has, person.needs) = (has, needs)
      #expect(try await require(person) == true)
      #expect(person.asked == 0)
    }
  }

  @Test("A finished flow meets the requirement")
  func met() async throws {
    let person = Person()
    #expect(try await require(person) == true)
    #expect(person.asked == 1)
  }

  @Test("After a change of the owner an unneeded requirement counts as met")
  func needless() async throws {
    #expect(try await require(Person()) { $0.needs = false } == true)
  }

  @Test("A flow that ends while the need is checked does not continue", arguments: [true, false])
  func ended(isNeeded: Bool) async throws {
    let gate = Gate(isStubborn: true)
    let person = Person()
    try await withToy { toy, _ in
      let flow = Flow<Int>("flow", screen: DetailScreen("flow"))
      try toy.tab().startChild(flow)
      let isMet = Task.immediate {
        await flow.require(person.requirement { $0.has = true }) {
          await gate.wait()
          return isNeeded
        }
      }
      flow.stop()
      gate.open()
      #expect(await !isMet.value)
      #expect(person.asked == 0)
    }
  }

  @Test("A flow that ends while the need is checked again does not continue")
  func endedAgain() async throws {
    let (gate, person) = (Gate(isStubborn: true), Person())
    try await withToy { toy, _ in
      let flow = Flow<Int>("flow", screen: DetailScreen("flow"))
      try toy.tab().startChild(flow)
      let isMet = Task.immediate {
        await flow.require(person.requirement { _ in }) {
          toy.journal.write("check")
          guard toy.journal.lines.count > 1 else { return true }
          await gate.wait()
          return false
        }
      }
      await gate.arrived()
      flow.stop()
      gate.open()
      #expect(await !isMet.value)
      #expect(person.asked == 1)
    }
  }

  @Test(
    "A caller that is cancelled at either check of the need does not continue", arguments: [1, 2])
  func cancelled(check: Int) async throws {
    let (gate, person) = (Gate(), Person())
    try await withToy { toy, _ in
      let tab = try toy.tab()
      let isMet = Task.immediate {
        await tab.require(person.requirement { _ in }) {
          toy.journal.write("check")
          guard toy.journal.lines.count == check else { return true }
          await gate.wait()
          // The need is gone, so that only the cancellation is left.
          return false
        }
      }
      await gate.arrived()
      isMet.cancel()
      #expect(await !isMet.value)
      #expect(person.asked == check - 1)
    }
  }

  @Test(
    "A flow that ends as soon as its requirement is met does not continue",
    arguments: [true, false])
  func endedWhenMet(stops: Bool) async throws {
    let person = Person()
    try await withToy { toy, app in
      let flow = try toy.tab().startChild(Flow<Int>("flow", screen: DetailScreen("flow")))
      let asking = Flow<Void>("ask", screen: SheetScreen("ask"))
      let requirement = Requirement(isMet: { person.has }, make: { _ in asking })
      let isMet = Task.immediate { await flow.require(requirement) }
      await app.until { app.title == "ask" }
      person.has = true
      asking.finish(())
      // Before the caller is resumed.
      if stops { flow.stop() } else { isMet.cancel() }
      #expect(await !isMet.value)
    }
  }

  @Test("A finished flow without its result does not meet the requirement")
  func unmet() async throws {
    #expect(try await require(Person()) { _ in } == false)
  }
}
