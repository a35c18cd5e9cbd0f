public import Services
import Foundation
import Testing

/// The contract of `AppClock`.
public struct AppClockContract: Contract {
  /// The expectations.
  public enum Check: String, CaseIterable, Sendable {
    /// A sleep of zero or less returns.
    case zeroReturns
    /// A cancelled task does not sleep.
    case cancelledBefore
    /// A sleeping task ends when it is cancelled.
    case cancelledMeanwhile
    /// Time does not go backwards.
    case goesForward
    /// Today is a day of the clock's time zone.
    case today
  }

  private let make: @Sendable () -> any AppClock

  /// Creates the contract for an implementation.
  public init(_ make: @escaping @Sendable () -> any AppClock) {
    self.make = make
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    let clock = make()
    switch check {
    case .zeroReturns:
      try await clock.sleep(for: .zero)
      try await clock.sleep(for: .seconds(-1))
    case .cancelledBefore:
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(3600))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    case .cancelledMeanwhile:
      let task = Task.begun { try await clock.sleep(for: .seconds(3600)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    case .goesForward:
      let first = clock.now
      #expect(clock.now >= first)
    case .today:
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = clock.timeZone
      let day: Set<Calendar.Component> = [.year, .month, .day]
      let before = calendar.dateComponents(day, from: clock.now)
      let today = clock.today
      let after = calendar.dateComponents(day, from: clock.now)
      let found = DateComponents(year: today.year, month: today.month, day: today.day)
      #expect(found == before || found == after)
    }
  }
}
