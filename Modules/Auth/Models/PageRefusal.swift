/// The reason why a page of the account was not shown.
enum PageRefusal {
  /// No feature offers the page.
  case noPage
  /// The user kept a form that was open in place of the page.
  case keptOpen
}
