import Foundation
import HTTP

extension CurlExchange {
  /// The part of the response that a reader waits for.
  enum Need { case head, bytes, end }

  /// What the loop and the caller share.
  struct State {
    /// Room for these is made by the caller, who also releases it unless the body fails.
    ///
    /// A thread that releases what the loop has allocated locks the loop's heap, and the loop waits for it
    /// (`make bench`, 10 KB, 16 at a time).
    private static let usualHead = 512
    static let usualBody = 16 << 10

    /// The lines of the response's header.
    var head: [UInt8] = []
    var hasHead = false
    var unread = Data(capacity: Self.usualBody)
    var end: Result<Void, HTTPError>?
    /// The bytes of the body that the header announces.
    var length = 0
    /// The most bytes that a reader of the whole body wants, or nil for one that reads piece by piece.
    var wanted: Int?
    /// Whether the transfer waits for its reader.
    var isWaiting = false
    var need = Need.head
    var waiter: CheckedContinuation<Void, Never>?

    init() {
      head.reserveCapacity(Self.usualHead)
    }

    func has(_ need: Need) -> Bool {
      switch need {
      case .head: hasHead || end != nil
      case .bytes: !unread.isEmpty || end != nil
      case .end: end != nil
      }
    }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }

    mutating func takeUnread() -> Data {
      defer { unread = Data() }
      return unread
    }

    /// Ends the exchange.
    ///
    /// Of a body that is wanted whole nothing is kept when it fails: on a busy machine many further transfers
    /// may begin and fail before its reader runs.
    mutating func end(_ result: Result<Void, HTTPError>) {
      end = result
      if wanted != nil, case .failure = result { unread = Data() }
    }
  }
}
