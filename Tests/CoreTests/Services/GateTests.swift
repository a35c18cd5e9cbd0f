import Core
import Services
import Synchronization
import TestKit
import Testing

@Suite("A gate for tests", .timeLimit(.minutes(60)))
@MainActor struct GateTests {
  @Test("A gate holds an action while the app is used")
  func action() async throws {
    try await withToy { toy, app in
      let screen = DetailScreen("Detail", actions: .named("save"))
      try toy.tab().push(screen)
      let gate = Gate()
      screen.onPerform = { _, _ in await gate.wait() }
      let saving = Task { await app.tap("save") }
      await gate.arrived()
      #expect(await app.session.perform("save") == .busy)
      gate.open()
      await saving.value
      #expect(gate.arrivals == 1)
    }
  }

  @Test("A gate holds every task until it opens, and no task after that")
  func opens() async {
    let gate = Gate()
    let tasks = (0..<3).map { _ in Task { await gate.wait() } }
    await gate.arrived(3)
    #expect(gate.waiting == 3 && !gate.isOpen)
    gate.open()
    for task in tasks { #expect(await task.value) }
    #expect(await gate.wait())
    #expect(gate.arrivals == 4 && gate.waiting == 0)
  }

  @Test("A gate that opens resumes the tasks in the order in which they came")
  func order() async {
    let gate = Gate()
    let resumed = Mutex<[Int]>([])
    let tasks = (0..<10).map { _ in
      Task { @MainActor in
        let number = gate.arrivals
        await gate.wait()
        resumed.withLock { $0.append(number) }
      }
    }
    await gate.arrived(10)
    gate.open()
    for task in tasks { await task.value }
    #expect(resumed.withLock(\.self) == Array(0..<10))
  }

  @Test("A wait for tasks that never come is an issue, which says how many have come")
  func neverArrived() async {
    let gate = Gate()
    let task = Task { await gate.wait() }
    await gate.arrived()
    await withKnownIssue {
      await gate.arrived(2, patience: .milliseconds(1))
    } matching: { issue in
      issue.comments.contains { $0.rawValue == "1 of 2 tasks have come to the gate." }
    }
    gate.open()
    _ = await task.value
  }

  @Test("A wait for tasks ends when it is cancelled, without an issue")
  func cancelledArrival() async {
    let gate = Gate()
    let waiting = Task { await gate.arrived() }
    await Task.yield()
    waiting.cancel()
    await waiting.value
    #expect(gate.arrivals == 0)
  }

  @Test("A cancelled task goes on at a closed gate, unless the gate is stubborn")
  func cancelled() async {
    let (gate, stubborn) = (Gate(), Gate(isStubborn: true))
    let tasks = [gate, stubborn].map { gate in Task { await gate.wait() } }
    for gate in [gate, stubborn] { await gate.arrived() }
    for task in tasks { task.cancel() }
    #expect(await !tasks[0].value, "the gate did not open")
    for _ in 1...20 { await Task.yield() }
    #expect(stubborn.waiting == 1)
    stubborn.open()
    #expect(await tasks[1].value)
  }

  @Test("A task that is cancelled before it waits goes on, too")
  func cancelledBefore() async {
    let gate = Gate()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await gate.wait()
    }
    #expect(await !task.value)
    #expect(gate.arrivals == 1 && gate.waiting == 0)
  }
}
