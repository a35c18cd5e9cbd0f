import Foundation
public import Testing

/// Something that is read, made as long as is asked. Compares the time that this thread computes for an
/// input and for one eight times as long: a step that grows with the square takes 64 times as long, and
/// a busy machine changes nothing.
public struct LinearReading: CustomTestStringConvertible, Sendable {
  /// What is read.
  public let testDescription: String
  private let make: @Sendable (_ bytes: Int) -> [UInt8]
  private let read: @Sendable (_ bytes: [UInt8]) -> Void

  /// Creates a reading of a text that repeats a unit.
  ///
  /// - Parameters:
  ///   - name: what is read.
  ///   - unit: what is repeated.
  ///   - beginning: what stands before the units.
  ///   - end: what stands behind them.
  ///   - read: reads the text.
  public init(
    _ name: String, _ unit: String, beginning: String = "", end: String = "",
    by read: @escaping @Sendable ([UInt8]) -> Void
  ) {
    testDescription = name
    self.read = read
    make = { count in
      let times = max(1, count / unit.utf8.count)
      return Array((beginning + String(repeating: unit, count: times) + end).utf8)
    }
  }

  /// The seconds that this thread has computed.
  public static func computed() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func seconds(_ size: Int) -> Double {
    let bytes = make(size)
    let begin = Self.computed()
    read(bytes)
    return Self.computed() - begin
  }

  /// Expects eight times as much to take at most twenty times as long.
  public func verify() {
    let size = 1 << 17
    let small = min(seconds(size), seconds(size))
    let large = min(seconds(8 * size), seconds(8 * size))
    // What takes no time has no ratio.
    #expect(large < 20 * small + 0.02, "\(small) s, \(large) s")
  }
}
