import Files
import Services
import Foundation
import Synchronization

/// A batch of lines of a dump.
struct DumpBatch: Sendable {
  struct Rejection: Sendable {
    let line: Int
    let problem: DumpProblem
  }

  var records: [DumpRecord] = []
  var rejections: [Rejection] = []
  /// The number of lines read so far, including these.
  var line = 0
  /// The number of bytes of text read so far, including these.
  var offset = 0
  /// The number of bytes of the file read so far, still packed.
  var position = 0
}

/// Reads a dump line by line, in batches and with bounded memory.
final class DumpReader: Sendable {
  /// The maximum size of a batch, in bytes.
  static let maximumBytes = 4 << 20
  /// The maximum length of a line; longer ones are counted and skipped.
  static let maximumLineLength = 1 << 20

  private let state: Mutex<DumpLines>

  /// Opens a dump.
  ///
  /// - Parameters:
  ///   - line: the number of lines already read.
  ///   - offset: the number of bytes of text already read.
  ///   - batch: the number of lines per batch.
  init(_ file: DumpFile, line: Int, offset: Int, batch: Int) throws(DumpError) {
    var stream = try DumpStream(file)
    if offset > 0 { try stream.skip(to: offset) }
    state = Mutex(DumpLines(stream, line: line, offset: offset, batch: batch))
  }

  /// Returns the next lines, or nil at the end.
  func next() throws(DumpError) -> DumpBatch? {
    try state.withLock { state throws(DumpError) in try state.next() }
  }
}

/// The lines of a stream, in a buffer twice as long as the longest line.
private struct DumpLines: ~Copyable {
  private var stream: DumpStream
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 2 * DumpReader.maximumLineLength, alignment: 1)
  private var start = 0
  private var end = 0
  private var line: Int
  private var offset: Int
  private var isAtEnd = false
  private let batch: Int

  init(_ stream: consuming DumpStream, line: Int, offset: Int, batch: Int) {
    self.stream = stream
    self.line = line
    self.offset = offset
    self.batch = batch
  }

  deinit {
    buffer.deallocate()
  }

  mutating func next() throws(DumpError) -> DumpBatch? {
    var batch = DumpBatch()
    let (firstLine, firstByte) = (line, offset)
    var checked = offset
    while line - firstLine < self.batch, offset - firstByte < DumpReader.maximumBytes {
      // By bytes instead of lines, because one line may have a megabyte.
      if line & 0xFF == 0 || offset - checked > 1 << 16 {
        checked = offset
        if Task.isCancelled { throw .cancelled }
      }
      if let length = lineLength() {
        append(length, &batch)
        advance(by: length + 1)
      } else if isAtEnd {
        guard end > start else { break }
        // The last line may have no line break.
        append(end - start, &batch)
        advance(by: end - start)
      } else if end - start > DumpReader.maximumLineLength {
        try passOver(&batch)
      } else {
        try fill()
      }
    }
    guard offset > firstByte else { return nil }
    batch.line = line
    batch.offset = offset
    batch.position = stream.position
    return batch
  }

  /// Returns the number of bytes before the next line break, if it is in the buffer.
  private func lineLength() -> Int? {
    guard let base = buffer.baseAddress, end > start,
      let found = memchr(base + start, 0x0A, end - start)
    else { return nil }
    return found - (base + start)
  }

  private mutating func advance(by count: Int) {
    start += count
    offset += count
    line += 1
  }

  private func append(_ length: Int, _ batch: inout DumpBatch) {
    var (start, length) = (start, length)
    // A byte order mark is not part of the first record.
    if line == 0, buffer[start..<(start + length)].starts(with: [0xEF, 0xBB, 0xBF]) {
      (start, length) = (start + 3, length - 3)
    }
    // An empty line, with LF or CRLF.
    if length == 0 || length == 1 && buffer[start] == 0x0D { return }
    guard length <= DumpReader.maximumLineLength else {
      batch.rejections.append(DumpBatch.Rejection(line: line + 1, problem: .length))
      return
    }
    let text = UnsafeRawBufferPointer(rebasing: buffer[start..<(start + length)])
    do throws(DumpProblem) {
      batch.records.append(try DumpRecord(line: text.assumingMemoryBound(to: UInt8.self)))
    } catch {
      batch.rejections.append(DumpBatch.Rejection(line: line + 1, problem: error))
    }
  }

  private mutating func fill() throws(DumpError) {
    if start > 0 {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      end -= start
      start = 0
    }
    // A pipe returns little at a time, and a batch should not wait for a full buffer.
    let room = buffer[end..<min(buffer.count, end + (1 << 18))]
    let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: room))
    end += count
    isAtEnd = count == 0
  }

  /// Skips a line that is longer than any record.
  private mutating func passOver(_ batch: inout DumpBatch) throws(DumpError) {
    batch.rejections.append(DumpBatch.Rejection(line: line + 1, problem: .length))
    while true {
      if let length = lineLength() { return advance(by: length + 1) }
      offset += end - start
      start = 0
      end = 0
      try fill()
      if isAtEnd {
        line += 1
        return
      }
    }
  }
}
