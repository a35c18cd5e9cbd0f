import Services

/// The feature's schema migrations, oldest first. A released one never changes: append another.
enum TemplateMigrations {
  static let all = [
    Migration(
      "template", "items",
      [
        // Sizes are in bytes. The contract of the store checks that the longest texts fit.
        """
        CREATE TABLE templateMember_items (
          owner TEXT NOT NULL,
          id TEXT NOT NULL,
          name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 3200),
          note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 64000),
          added REAL NOT NULL
            CHECK (added BETWEEN \(DatabaseValue.times.lowerBound)
              AND \(DatabaseValue.times.upperBound)),
          number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 1099511627776),
          PRIMARY KEY (owner, id)
        ) STRICT
        """,
        "CREATE INDEX templateMember_items_added ON templateMember_items (owner, added, number)",
      ])
  ]
}
