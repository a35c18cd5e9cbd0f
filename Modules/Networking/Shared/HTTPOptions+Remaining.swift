import Foundation
import HTTP

extension HTTPOptions {
  /// The options for what is left of the whole time, or nil if it is over.
  func remaining(since start: Date, at now: Date) -> HTTPOptions? {
    guard let wholeTimeout else { return self }
    let left = wholeTimeout - Duration.elapsed(from: start, to: now)
    guard left > .zero else { return nil }
    var options = self
    options.wholeTimeout = left
    return options
  }
}
