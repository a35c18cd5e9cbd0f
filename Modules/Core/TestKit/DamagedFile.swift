import Foundation

/// Overwrites bytes of a closed database's file, and deletes its log.
///
/// - Parameters:
///   - start: the first byte.
///   - count: how many bytes, which the file must have; nil for all that follow.
package func damageDatabase(at path: String, from start: Int = 0, count: Int? = 3000) throws {
  let file = try FileHandle(forUpdating: URL(filePath: path))
  let rest = try Int(file.seekToEnd()) - start
  precondition(rest > 0 && rest >= count ?? 0, "The file ends before the bytes to damage.")
  try file.seek(toOffset: UInt64(start))
  try file.write(contentsOf: Data(repeating: 0xAA, count: count ?? rest))
  try file.close()
  for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}
