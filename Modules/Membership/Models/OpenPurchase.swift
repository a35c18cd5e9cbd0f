public import Services
public import Foundation

/// A purchase without a final answer, stored until it has one.
public struct OpenPurchase: Codable, Hashable, Sendable, Identifiable {
  /// The type of a purchase's identifier, by which a provider recognises it.
  public typealias ID = Identifier<OpenPurchase>

  /// The state of the answer.
  public enum State: String, Codable, Hashable, Sendable {
    /// No answer came: it may or may not be paid.
    case unknown
    /// The provider has not decided yet.
    case pending
  }

  /// Identifies the purchase; every attempt at it has the same.
  public let id: ID
  /// The plan.
  public let plan: Plan
  /// The name on the receipt; may be empty.
  public let name: String
  /// The start time.
  public let begun: Date
  /// The requested answer of a sandbox, or nil.
  public let simulated: SandboxAnswer?
  /// The state of the answer.
  public var state: State
  /// When the attempt was sent that has no result yet, or nil.
  public var sent: Date?

  /// Creates a purchase without an answer; the time is truncated to seconds.
  public init(id: ID, plan: Plan, name: String, begun: Date, simulated: SandboxAnswer? = nil) {
    self.id = id
    self.plan = plan
    self.name = name
    self.begun = begun.wholeSeconds
    self.simulated = simulated
    state = .unknown
  }
}

extension OpenPurchase {
  /// The maximum length of an attempt, in seconds: longer than any provider's time limit.
  static let maximumAttempt: TimeInterval = 600

  /// Returns whether a window may be sending it at a time.
  ///
  /// A process that ended during an attempt leaves its time, which counts for a while only, even if
  /// the clock was ahead.
  func isBeingSent(at time: Date) -> Bool {
    sent.map { abs($0.timeIntervalSince(time)) < Self.maximumAttempt } ?? false
  }
}

/// The requested answer of a sandbox to a purchase.
public enum SandboxAnswer: String, Codable, CaseIterable, Hashable, Sendable {
  /// It is paid at once.
  case accept
  /// The provider declines.
  case decline
  /// It is paid, but the answer gets lost.
  case timeOut = "time-out"
  /// The provider decides later: at the second check.
  case late
}

/// The state of a purchase.
enum PurchaseProgress: Hashable {
  /// It is paid.
  case paid(Receipt)
  /// It has no final answer, and is stored.
  case open
  /// No payment was needed: the owner is already a member.
  case member
}
