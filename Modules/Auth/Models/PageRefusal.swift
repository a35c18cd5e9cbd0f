/// Why a page of the account was not shown.
enum PageRefusal {
  /// No feature offers the page.
  case noPage
  /// The user kept the form that was open in the page's place.
  case keptOpen
}
