import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("A program that is started during a request")
struct CurlInheritanceTests {
  @Test("A program started during a request does not inherit its connection")
  func inheritance() async throws {
    let client = PatientClient()
    try await withServer { _ in
      .misbehaving(.connection(.silentInBody))
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      let program = try ChildProcess("/bin/cat")
      let own = try sockets(of: "self")
      let connections = own.filter { port(ofPeer: $0.descriptor) == server.port }
      #expect(connections.count == 1)
      let inherited = try sockets(of: "\(program.identifier)").map(\.name)
      #expect(!connections.contains { inherited.contains($0.name) })
      _ = answer.response
    }
  }

  /// Returns the open sockets of a process, with names that the system gives each of them.
  private func sockets(of process: String) throws -> [(descriptor: Int32, name: String)] {
    let folder = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { entry in
      // A descriptor may be closed meanwhile.
      let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(entry)")
      guard let name, name.hasPrefix("socket:"), let descriptor = Int32(entry) else { return nil }
      return (descriptor, name)
    }
  }

  private func port(ofPeer descriptor: Int32) -> Int? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &size)
      }
    }
    guard code == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
