import Services

/// An error of the membership.
enum SubscriptionProblem: Error, Hashable {
  /// The provider failed.
  case payment(PaymentError)
  /// The app's own storage fails.
  case storage(StorageError)
}
