package import Foundation

extension FileHandle {
  /// Returns the next bytes of a pipe, or none at its end; waits on the calling thread.
  ///
  /// `availableData` ends the process if a signal interrupts it, and the app's tests send signals.
  package func nextBytes() -> Data {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(fileDescriptor, &bytes, bytes.count)
      if count >= 0 { return Data(bytes[..<count]) }
      guard errno == EINTR else { return Data() }
    }
  }
}
