/// The lines of a dump for `make bench`, which compares the reader with `JSONDecoder`: the import of a
/// dump of forty million lines is why there is a reader of our own.
@_spi(Figures) public enum RecordLines {
  /// Reads all lines, and returns how many are records.
  public static func records(in text: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).count { line in
        (try? DumpRecord(line: UnsafeBufferPointer(rebasing: line))) != nil
      }
    }
  }
}
