public import Services
public import Foundation

/// A purchase that was begun and has no final answer: remembered until it has one.
public struct OpenPurchase: Codable, Hashable, Sendable, Identifiable {
  /// The type of a purchase's identifier, by which a provider knows it again.
  public typealias ID = Identifier<OpenPurchase>

  /// What is known of the answer.
  public enum State: String, Codable, Hashable, Sendable {
    /// Whether it was paid is not known: no answer came.
    case unknown
    /// The bank has it and has not decided.
    case pending
  }

  /// Identifies the purchase; every attempt at it has the same.
  public let id: ID
  /// What is bought.
  public let plan: Plan
  /// The name on the receipt; may be empty.
  public let name: String
  /// When it was begun.
  public let begun: Date
  /// What a sandbox was told to answer; nil where there is none.
  public let simulated: SandboxAnswer?
  /// What is known of the answer.
  public var state: State

  /// Creates a purchase of which nothing is known yet; the time is kept to the second.
  public init(id: ID, plan: Plan, name: String, begun: Date, simulated: SandboxAnswer? = nil) {
    self.id = id
    self.plan = plan
    self.name = name
    self.begun = begun.wholeSeconds
    self.simulated = simulated
    state = .unknown
  }
}
