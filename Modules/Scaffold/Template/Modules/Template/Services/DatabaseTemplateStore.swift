import Services

/// Stores the lists of all owners in a table of a database.
struct DatabaseTemplateStore: TemplateStore {
  private let database: any Database
  private let limit: Int

  /// Creates a store over a migrated database.
  init(_ database: any Database, limit: Int = TemplateItem.maximumCount) {
    self.database = database
    self.limit = limit
  }

  @concurrent func items(of owner: Owner) async throws(StorageError) -> [TemplateItem] {
    try database.read("reading the list") { reader throws(StorageError) in
      try reader.rows(
        """
        SELECT id, name, note, added, number FROM templateMember_items WHERE owner = ?
        ORDER BY added, number
        """, [.text(owner.keyPrefix)], Self.item)
    }
  }

  @concurrent func item(
    _ id: TemplateItem.ID, of owner: Owner
  ) async throws(StorageError) -> TemplateItem? {
    try database.read("reading an item") { reader throws(StorageError) in
      try Self.item(id, of: owner, in: reader)
    }
  }

  @concurrent func save(
    _ item: TemplateItem, of owner: Owner, _ edit: @Sendable (inout TemplateItem) -> Void
  ) async throws(StorageError) -> TemplateItem? {
    try database.write("saving an item") { transaction throws(StorageError) in
      let stored = try Self.item(item.id, of: owner, in: transaction)
      var saved = stored ?? item
      edit(&saved)
      if stored == nil {
        _ = try insert([saved], of: owner, in: transaction)
        return try Self.item(item.id, of: owner, in: transaction)
      }
      try transaction.execute(
        "UPDATE templateMember_items SET name = ?, note = ? WHERE owner = ? AND id = ?",
        [.text(saved.name), .text(saved.note), .text(owner.keyPrefix), DatabaseValue(item.id)])
      return saved
    }
  }

  @concurrent func add(
    _ items: [TemplateItem], of owner: Owner
  ) async throws(StorageError) -> Int {
    try database.write("adding items") { transaction throws(StorageError) in
      try insert(items, of: owner, in: transaction)
    }
  }

  @concurrent func remove(
    _ id: TemplateItem.ID, of owner: Owner
  ) async throws(StorageError) -> TemplateItem? {
    try database.write("removing an item") { transaction throws(StorageError) in
      let item = try Self.item(id, of: owner, in: transaction)
      try transaction.execute(
        "DELETE FROM templateMember_items WHERE owner = ? AND id = ?",
        [.text(owner.keyPrefix), DatabaseValue(id)])
      return item
    }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard oldOwner != newOwner else { return }
    let transaction = Self.required(transaction)
    try transaction.execute(
      "UPDATE OR IGNORE templateMember_items SET owner = ? WHERE owner = ?",
      [.text(newOwner.keyPrefix), .text(oldOwner.keyPrefix)])
    try erase(oldOwner, in: transaction)
  }

  func erase(
    _ owner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try Self.required(transaction).execute(
      "DELETE FROM templateMember_items WHERE owner = ?", [.text(owner.keyPrefix)])
  }

  /// Inserts all items or, if the list lacks the room, none; returns the room. New ones are numbered.
  private func insert(
    _ items: [TemplateItem], of owner: Owner, in transaction: any DatabaseTransaction
  ) throws(StorageError) -> Int {
    let found = try transaction.first(
      "SELECT count(*), max(number) FROM templateMember_items WHERE owner = ?",
      [.text(owner.keyPrefix)]
    ) { row throws(StorageError) in
      (try row.number(0), min(max(row.integer(1) ?? 0, 0), TemplateItem.lastNumber))
    }
    let (count, last) = found ?? (0, 0)
    let room = max(limit - count, 0)
    guard items.count <= room else { return room }
    for (index, item) in items.enumerated() {
      try transaction.execute(
        """
        INSERT INTO templateMember_items (owner, id, name, note, added, number)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .text(owner.keyPrefix), DatabaseValue(item.id), .text(item.name), .text(item.note),
          DatabaseValue(item.added), DatabaseValue(item.number ?? last + 1 + index),
        ])
    }
    return room
  }

  private static func required(
    _ transaction: (any DatabaseTransaction)?
  ) -> any DatabaseTransaction {
    guard let transaction else { preconditionFailure("A list in a database needs a transaction.") }
    return transaction
  }

  private static func item(
    _ id: TemplateItem.ID, of owner: Owner, in reader: any DatabaseReader
  ) throws(StorageError) -> TemplateItem? {
    try reader.first(
      "SELECT id, name, note, added, number FROM templateMember_items WHERE owner = ? AND id = ?",
      [.text(owner.keyPrefix), DatabaseValue(id)], item)
  }

  /// - Throws: ``StorageError/damaged(_:)`` for a row with an empty column.
  private static func item(_ row: any DatabaseRow) throws(StorageError) -> TemplateItem {
    TemplateItem(
      id: Identifier(try row.string(0)), name: try row.string(1), note: try row.string(2),
      added: try row.time(3), number: try row.number(4))
  }
}
