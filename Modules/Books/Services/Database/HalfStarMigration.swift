import Services

/// Stores ratings as numbers of half stars, in place of the column of whole ones.
enum HalfStarMigration {
  static let all = [
    Migration("books", "half stars") { transaction throws(StorageError) in
      try transaction.execute(BoundsMigration.keepingValid())
      try transaction.execute(
        """
        ALTER TABLE library_entries ADD COLUMN half_stars INTEGER
        CHECK (half_stars BETWEEN \(EntryBounds.halfStars.lowerBound)
        AND \(EntryBounds.halfStars.upperBound))
        """)
      try transaction.execute("UPDATE library_entries SET half_stars = 2 * rating")
      try transaction.execute("ALTER TABLE library_entries DROP COLUMN rating")
      // Imported half stars were kept, but not shown.
      try transaction.fillEntries("half_stars = ifnull(half_stars, ?)") { row in
        GoodreadsBook(row).rating.flatMap { $0.isHalf ? [DatabaseValue($0.halves)] : nil }
      }
    }
  ]
}
