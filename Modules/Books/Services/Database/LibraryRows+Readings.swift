import Files
import Services

extension LibraryRows {
  /// Returns the progress record in a row from a column on; nil for an unreadable row.
  func progressRecord(
    _ row: any DatabaseRow, from column: Int, of number: Int
  ) -> ProgressRecord? {
    let progress: ReadingProgress? =
      EntryBounds.kept(row.integer(column + 1), EntryBounds.pages).map { .page($0) }
      ?? EntryBounds.kept(row.integer(column + 2), EntryBounds.percent).map { .percent($0) }
    guard let day = EntryBounds.kept(row.integer(column), EntryBounds.day), let progress else {
      damage.note("it can't be read and was skipped", in: "progress of book \(number)")
      return nil
    }
    return ProgressRecord(date: CalendarDate(daysSince1970: day), progress: progress)
  }

  /// Returns the earlier reading in a row from a column on; nil for an unreadable row.
  func pastReading(
    _ row: any DatabaseRow, from column: Int, of number: Int
  ) -> PastReading? {
    let stored = row.integer(column + 1)
    let finished = EntryBounds.kept(stored, EntryBounds.day)
    guard finished != nil || stored == nil else {
      damage.note("it can't be read and was skipped", in: "earlier reading of book \(number)")
      return nil
    }
    let started = EntryBounds.kept(row.integer(column), EntryBounds.day)
    return PastReading(
      started: started.map { CalendarDate(daysSince1970: $0) },
      finished: finished.map { CalendarDate(daysSince1970: $0) })
  }
}
