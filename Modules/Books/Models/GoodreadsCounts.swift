/// The counts for the report of a Goodreads import.
struct GoodreadsCounts: Sendable {
  var added = 0
  var completed = 0
  var unchanged = 0
  /// The number of values that are kept but not shown.
  var unshown = 0
  /// The number of differing rows, and of their differences.
  var differing = 0
  var differences = 0
}
