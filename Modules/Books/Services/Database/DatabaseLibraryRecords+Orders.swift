import Services

extension DatabaseLibraryRecords {
  func save(_ order: ShelfOrder?, of shelf: Shelf.ID) throws(StorageError) {
    let place: [DatabaseValue] = [.text(owner), DatabaseValue(shelf)]
    try transaction.execute(
      "DELETE FROM library_shelf_orders WHERE owner = ? AND shelf = ?", place)
    guard let order else { return }
    try transaction.execute(
      "INSERT INTO library_shelf_orders VALUES (?, ?, ?, ?)",
      place + [.text(order.key.rawValue), DatabaseValue(order.isReversed ? 1 : 0)])
  }
}
