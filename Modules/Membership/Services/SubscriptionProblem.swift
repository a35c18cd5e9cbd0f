import Services

/// What can go wrong around a membership.
enum SubscriptionProblem: Error, Hashable {
  /// The provider has no answer, or a bad one.
  case payment(PaymentError)
  /// The app's own storage fails.
  case storage(StorageError)
}
