/// Reads the lines of a dump for `make bench`, which compares this reader with `JSONDecoder`. Dumps
/// of forty million lines are the reason for our own reader.
@_spi(Figures) public enum RecordLines {
  /// Reads all lines and returns the number of records.
  public static func records(in text: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).count { line in
        (try? DumpRecord(line: UnsafeBufferPointer(rebasing: line))) != nil
      }
    }
  }
}
