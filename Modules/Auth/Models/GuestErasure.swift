import Services

/// The result of deleting a guest's data.
struct GuestErasure: Hashable {
  /// Whether another window had moved all of it to an account while the user was asked.
  var wasMoved = false
  /// Whether the user was told of that move before.
  var knowsMove = false
  /// Why some backups are left, or nil.
  var leftBackups: StorageError?
}
