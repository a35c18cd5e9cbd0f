import Foundation
import Services
import Synchronization
import TestKit
import Testing

@Suite("The contracts of clocks, identifiers and random numbers find faults")
struct BrokenSourcesTests {
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

  @Test("A source of identifiers with one fault is found", arguments: IdentifierFault.allCases)
  fileprivate func findsIdentifiers(_ fault: IdentifierFault) async throws {
    await withKnownIssue {
      try await IdentifierSourceContract { BrokenIdentifiers(fault: fault) }.verify(fault.check)
    }
  }

  @Test(
    "The same source of identifiers without a fault passes",
    arguments: IdentifierSourceContract.Check.allCases)
  func passesIdentifiers(_ check: IdentifierSourceContract.Check) async throws {
    try await IdentifierSourceContract { BrokenIdentifiers(fault: nil) }.verify(check)
  }

  @Test("A source of random numbers with one fault is found", arguments: RandomFault.allCases)
  fileprivate func findsRandomness(_ fault: RandomFault) async throws {
    await withKnownIssue {
      try await RandomSourceContract { BrokenRandomness(fault: fault) }.verify(fault.check)
    }
  }

  @Test(
    "The same source of random numbers without a fault passes",
    arguments: RandomSourceContract.Check.allCases)
  func passesRandomness(_ check: RandomSourceContract.Check) async throws {
    try await RandomSourceContract { BrokenRandomness(fault: nil) }.verify(check)
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

/// What a source of identifiers does wrong.
private enum IdentifierFault: CaseIterable {
  case dropsPrefix, addsNothing, repeatsOne, addsSlash

  /// The check that finds it.
  var check: IdentifierSourceContract.Check {
    switch self {
    case .dropsPrefix, .addsNothing: .hasPrefix
    case .repeatsOne: .isUnique
    case .addsSlash: .isPlain
    }
  }
}

/// A source of identifiers with one fault, or none.
private struct BrokenIdentifiers: IdentifierSource {
  let fault: IdentifierFault?
  private let source = CountingIdentifiers()

  init(fault: IdentifierFault?) {
    self.fault = fault
  }

  func next(_ prefix: String) -> String {
    let identifier = source.next(prefix)
    switch fault {
    case .dropsPrefix: return String(identifier.dropFirst(prefix.count + 1))
    case .addsNothing: return "\(prefix)-"
    case .repeatsOne: return identifier == "\(prefix)-42" ? "\(prefix)-41" : identifier
    case .addsSlash: return "\(identifier)/a"
    case nil: return identifier
    }
  }
}

/// What a source of random numbers does wrong.
private enum RandomFault: CaseIterable {
  case leavesOutHalf, returnsEachTwice

  /// The check that finds it.
  var check: RandomSourceContract.Check {
    switch self {
    case .leavesOutHalf: .staysBelow
    case .returnsEachTwice: .changes
    }
  }
}

/// A source of random numbers with one fault, or none.
private final class BrokenRandomness: RandomSource {
  private let fault: RandomFault?
  private let source = SeededRandomness(seed: 42)
  private let last = Mutex<(bits: UInt64, isFresh: Bool)>((0, false))

  init(fault: RandomFault?) {
    self.fault = fault
  }

  func next() -> UInt64 {
    guard fault == .returnsEachTwice else {
      return fault == .leavesOutHalf ? source.next() >> 1 : source.next()
    }
    return last.withLock { last in
      last = last.isFresh ? (last.bits, false) : (source.next(), true)
      return last.bits
    }
  }
}
