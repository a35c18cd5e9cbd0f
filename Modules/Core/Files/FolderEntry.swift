#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension UnsafeMutablePointer<dirent> {
  /// The name of an entry that `readdir` has returned.
  ///
  /// The system's record is only as long as its name, so that a copy of the structure would read beyond it.
  package var name: UnsafePointer<CChar> {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    return UnsafeRawPointer(self).advanced(by: offset).assumingMemoryBound(to: CChar.self)
  }
}
