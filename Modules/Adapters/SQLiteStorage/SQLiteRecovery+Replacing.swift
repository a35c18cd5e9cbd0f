import Foundation
public import Services

extension SQLiteRecovery {
  /// Opens a database whose content can be lost, such as a cache; a damaged one is deleted and created again. A power
  /// failure may lose the last commits.
  ///
  /// Waits for up to ten seconds while another window opens or closes the database.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - pageSize: the page size of a new file, in bytes: caches are large and have long rows, mostly of an index.
  ///   - replacingLink: whether that is also done with one that has a second name; otherwise it is refused.
  ///   - applicationID: the mark of the app's files.
  public static func openReplaceable(
    _ path: String, pageSize: Int? = 16_384, replacingLink: Bool = false,
    applicationID: Int32 = SQLiteDatabase.usualApplicationID
  ) throws(StorageError) -> SQLiteDatabase {
    // Of several windows that start at once, only one may find the damage: another one would delete the new file.
    let lock = try DatabaseLock(on: path, within: SQLiteConnection.busyTimeout)
    defer { lock.release() }
    func opened() throws(StorageError) -> SQLiteDatabase {
      let database = try SQLiteDatabase(
        path: path, durability: .losable, pageSize: pageSize, applicationID: applicationID)
      // It reads the list of migrations, without which nothing can be read.
      try database.migrate([])
      return database
    }
    if replacingLink, StorageFile.hasOtherName(path) { remove(path) }
    do throws(StorageError) {
      // No check finds all damage of an index for searches.
      if DamageMark.isThere(path), replacingLink || !StorageFile.hasOtherName(path) {
        remove(path)
      }
      let database = try opened()
      DamageMark.remove(path)
      return database
    } catch .damaged {
      remove(path)
      DamageMark.remove(path)
      return try opened()
    }
  }

  /// Deletes a database with the files beside it. The file itself is the first: SQLite reads no journal and no log
  /// beside a new one, and without them the old one could look intact.
  ///
  /// - Returns: the first file that could not be deleted, or nil.
  @discardableResult
  public static func remove(_ path: String) -> String? {
    ([""] + StorageFile.companions).map { path + $0 }
      .first { unlink($0) != 0 && errno != ENOENT }
  }
}
