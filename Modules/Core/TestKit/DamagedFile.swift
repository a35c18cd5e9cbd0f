import Foundation

/// Overwrites the beginning of a database, and deletes its log, which would hide the damage.
package func damageDatabase(at path: String) throws {
  let file = try FileHandle(forUpdating: URL(filePath: path))
  try file.write(contentsOf: Data(repeating: 0xAA, count: 3000))
  try file.close()
  for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}
