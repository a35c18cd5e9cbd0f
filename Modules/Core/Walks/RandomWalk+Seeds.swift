import Foundation

extension RandomWalk {
  /// The seeds of a test's walks: as many as usual, or that many times the value of `BOOKSAPP_WALKS`.
  public nonisolated static func seeds(_ usual: Int, from first: UInt64 = 0) -> Range<UInt64> {
    let factor = ProcessInfo.processInfo.environment["BOOKSAPP_WALKS"].flatMap { Int($0) } ?? 1
    return first..<(first + UInt64(usual * max(1, factor)))
  }
}
