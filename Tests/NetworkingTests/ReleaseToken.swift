import Foundation
import Synchronization

/// Opens a gate when the last reference to it goes.
final class ReleaseToken: Sendable {
  let chunk = Data("x".utf8)
  private let gate: TransferGate

  init(_ gate: TransferGate) { self.gate = gate }
  deinit { gate.open() }
}

/// A chunk that opens a gate when its bytes are deallocated.
final class HeldChunk: Sendable {
  private let chunk: Mutex<Data?>

  init(_ gate: TransferGate) {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 1)
    bytes.initializeMemory(as: UInt8.self, repeating: 65, count: 4096)
    let data = Data(
      bytesNoCopy: bytes, count: 4096,
      deallocator: .custom { bytes, _ in
        bytes.deallocate()
        gate.open()
      })
    chunk = Mutex(data)
  }

  func take() -> Data? {
    chunk.withLock { chunk in
      defer { chunk = nil }
      return chunk
    }
  }
}
