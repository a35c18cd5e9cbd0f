import Foundation
public import Testing

/// A parser and its input, which can be made of any length. Compares this thread's CPU time for an
/// input and for one eight times as long: a quadratic step takes 64 times as long. Other load does
/// not matter.
public struct LinearReading: CustomTestStringConvertible, Sendable {
  /// The name.
  public let testDescription: String
  private let sizes: ClosedRange<Int>
  private let prepare: @Sendable (_ size: Int) -> @Sendable () -> Void

  /// Creates a parser with a text that repeats a unit.
  ///
  /// - Parameters:
  ///   - name: the name of the input.
  ///   - unit: the repeated text.
  ///   - beginning: the text before the units.
  ///   - end: the text after them.
  ///   - read: parses the text.
  public init(
    _ name: String, _ unit: String, beginning: String = "", end: String = "",
    by read: @escaping @Sendable ([UInt8]) -> Void
  ) {
    testDescription = name
    sizes = 1 << 17...1 << 21
    prepare = { size in
      let times = max(1, size / unit.utf8.count)
      let text = Array((beginning + String(repeating: unit, count: times) + end).utf8)
      return { read(text) }
    }
  }

  /// Creates work with an input that it makes itself.
  package init(_ name: String, by work: @escaping @Sendable (_ count: Int) -> Void) {
    testDescription = name
    sizes = 250...1 << 17
    prepare = { count in
      return { work(count) }
    }
  }

  /// Returns the CPU seconds of this thread.
  public static func computed() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func seconds(_ work: () -> Void) -> Double {
    let begin = Self.computed()
    work()
    return Self.computed() - begin
  }

  /// Expects eight times the input to take at most twenty times as long.
  ///
  /// - Parameter location: where an issue is recorded.
  public func verify(at location: SourceLocation = #_sourceLocation) {
    var size = sizes.lowerBound
    var work = prepare(size)
    // The first time is longer.
    _ = seconds(work)
    var small = seconds(work)
    // A quadratic step that takes little time, such as moving the rest after each chunk, shows in long input alone.
    while small < 0.01, size < sizes.upperBound {
      size *= 2
      work = prepare(size)
      small = seconds(work)
    }
    let longWork = prepare(8 * size)
    var large = Double.infinity
    // Below this, a time is too short for a ratio.
    let least = 0.005
    // What else the machine does makes some measurements too long.
    for _ in 0..<6 where large >= 20 * small + least {
      small = min(small, seconds(work))
      large = min(large, seconds(longWork))
    }
    #expect(large < 20 * small + least, "\(small) s, \(large) s", sourceLocation: location)
  }
}
