import Core
import TestKit
import Testing

@Suite("A lock for asynchronous work")
@MainActor struct AsyncLockTests {
  @Test("A lock is passed on in the order of the calls, and calls do not overlap")
  func order() async {
    let (lock, gate, journal) = (AsyncLock(), Gate(), Journal())
    let calls = (1...3).map { number in
      Task.immediate {
        await lock.withLock {
          await gate.wait()
          journal.write("\(number)")
        }
      }
    }
    #expect(gate.arrivals == 1)
    gate.open()
    for call in calls { await call.value }
    #expect(journal.lines == ["1", "2", "3"])
  }
}
