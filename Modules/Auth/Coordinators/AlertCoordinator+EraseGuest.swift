import Core

extension AlertCoordinator {
  /// Asks whether to delete the guest's data.
  ///
  /// - Parameters:
  ///   - offersBackups: whether the app makes automatic backups, which can be deleted, too.
  ///   - staying: a sentence about what stays, or nil.
  convenience init(erasing summary: [String], offersBackups: Bool, staying: String?) {
    self.init(
      title: EraseGuestQuestion.title,
      message: EraseGuestQuestion.message(
        summary, offersBackups: offersBackups, staying: staying),
      buttons: EraseGuestQuestion.buttons(offersBackups: offersBackups))
  }
}
