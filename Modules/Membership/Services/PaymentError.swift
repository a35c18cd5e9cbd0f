/// Why a provider has no answer, or a bad one.
public enum PaymentError: Error, Hashable, Sendable {
  /// Why a bank says no.
  public enum Reason: String, Codable, Hashable, Sendable {
    /// There is not enough money.
    case insufficientFunds
    /// The card is no longer valid.
    case expiredCard
    /// The bank gives no reason.
    case refused
  }

  /// The bank says no: nothing was paid, and nothing will be.
  case declined(Reason)
  /// No answer came: whether it was paid is not known.
  case timedOut
  /// The task was cancelled: whether it was paid is not known.
  case cancelled
  /// The network is away, and the request was not sent.
  case offline
  /// The provider never got this purchase, and nothing was paid.
  case notFound
  /// The owner has a membership that runs, from elsewhere: nothing was paid.
  case alreadyMember
  /// The provider can't answer now; the text says why. Whether it was paid is not known.
  case unavailable(String)
}

extension PaymentError {
  /// Whether it is certain that the purchase was not paid and will not be.
  var isFinal: Bool {
    switch self {
    case .declined, .notFound, .alreadyMember: true
    case .timedOut, .cancelled, .offline, .unavailable: false
    }
  }
}
