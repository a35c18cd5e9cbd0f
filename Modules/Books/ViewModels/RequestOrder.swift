/// Numbers requests that overlap, so that an older answer does not replace a newer one.
struct RequestOrder {
  private var last = 0
  private var shown = 0

  /// Returns the number of a new request.
  mutating func begin() -> Int {
    last += 1
    return last
  }

  /// Returns whether a request is newer than the one whose answer is shown, and takes its place.
  mutating func advance(to request: Int) -> Bool {
    guard request > shown else { return false }
    shown = request
    return true
  }
}
