public import Services

/// An error of a payment provider.
public enum PaymentError: Error, Hashable, Sendable {
  /// The provider's reason for declining.
  public enum Reason: String, Codable, Hashable, Sendable {
    /// There is not enough money.
    case insufficientFunds
    /// The card is no longer valid.
    case expiredCard
    /// The provider gives no reason.
    case refused
  }

  /// The provider declined: nothing was paid, and nothing will be.
  case declined(Reason)
  /// No answer came: it may or may not be paid.
  case timedOut
  /// The task was cancelled: it may or may not be paid.
  case cancelled
  /// There is no network, and the request was not sent.
  case offline
  /// The provider never received this purchase; nothing was paid.
  case notFound
  /// The owner already has an active membership; nothing was paid.
  case alreadyMember
  /// The provider can't answer now, for this reason. It may or may not be paid.
  case unavailable(String)
  /// The provider's own storage fails, as a sandbox's may. It may or may not be paid.
  case storage(StorageError)
}

extension PaymentError {
  /// Whether the purchase was certainly not paid and will not be.
  var isFinal: Bool {
    switch self {
    case .declined, .notFound, .alreadyMember: true
    case .timedOut, .cancelled, .offline, .unavailable, .storage: false
    }
  }
}

/// An error of the membership.
enum MembershipProblem: Error, Hashable {
  /// The provider failed.
  case payment(PaymentError)
  /// The app's own storage fails.
  case storage(StorageError)
}
