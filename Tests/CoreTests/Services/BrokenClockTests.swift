import Foundation
import Services
import Synchronization
import TestKit
import Testing

@Suite("The contract of clocks finds faults")
struct BrokenClockTests {
  @Test("A clock with one fault is found", arguments: ClockFault.allCases)
  fileprivate func findsClock(_ fault: ClockFault) async throws {
    await withKnownIssue {
      try await AppClockContract { BrokenClock(fault: fault) }.verify(fault.check)
    }
  }

  @Test("The same clock without a fault passes", arguments: AppClockContract.Check.allCases)
  func passesClock(_ check: AppClockContract.Check) async throws {
    try await AppClockContract { BrokenClock(fault: nil) }.verify(check)
  }
}

/// What a clock does wrong.
private enum ClockFault: CaseIterable {
  case refusesZero, refusesPast, ignoresCancellation, endsWhenCancelled, goesBackwards, skipsDays

  /// The check that finds it.
  var check: AppClockContract.Check {
    switch self {
    case .refusesZero, .refusesPast: .zeroReturns
    case .ignoresCancellation: .cancelledBefore
    case .endsWhenCancelled: .cancelledMeanwhile
    case .goesBackwards: .goesForward
    case .skipsDays: .today
    }
  }
}

/// A clock with one fault, or none.
private final class BrokenClock: AppClock {
  private struct Refusal: Error {}

  let timeZone = TimeZone.gmt
  private let fault: ClockFault?
  private let looks = Atomic(0)

  init(fault: ClockFault?) {
    self.fault = fault
  }

  var now: Date {
    let start = Date(timeIntervalSince1970: 1_795_176_000)
    let look = Double(looks.add(1, ordering: .relaxed).newValue)
    switch fault {
    case .goesBackwards: return start - look
    case .skipsDays: return start + look * 86_400
    default: return start
    }
  }

  func sleep(for duration: Duration) async throws {
    switch fault {
    case .refusesZero where duration == .zero: throw Refusal()
    case .refusesPast where duration < .zero: throw Refusal()
    case .ignoresCancellation where Task.isCancelled: return
    case .endsWhenCancelled: try? await Task.sleep(for: duration)
    default: try await Task.sleep(for: duration)
    }
  }
}
