public import Core

/// Why an imported dump is passed over; the records that come with the app answer instead.
public enum CatalogueProblem: Hashable, Sendable {
  /// An older version of the app has made it.
  case outdatedDump
  /// Its database can't be used.
  case unusableDump(StorageError)
}
