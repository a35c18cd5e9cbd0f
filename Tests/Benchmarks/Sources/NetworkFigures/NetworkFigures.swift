import Figures
import Foundation
import PlainCurl

/// Prints the costs of the app's client in comparison with URLSession and with a loop over `curl_multi` in C,
/// which ask the same server in turns.
///
/// Usage: `NetworkFigures HTTP-URL HTTPS-URL CERTIFICATES`: the URLs of a server that has 10k.bin and 1m.bin,
/// and the file with the certificate of its authority.
@main struct NetworkFigures {
  static func main() async {
    keep_large_buffers()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.count == 3, arguments[0] == "memory", let base = URL(string: arguments[2]) {
        let contender =
          arguments[1] == "ours" ? Contender.ours : arguments[1] == "plain" ? .plain : .session
        return try await MemoryFigures.work(contender, base)
      }
      guard arguments.count == 3, let plain = URL(string: arguments[0]),
        let secure = URL(string: arguments[1])
      else {
        FileHandle.standardError.write(
          Data("usage: NetworkFigures HTTP-URL HTTPS-URL CERTIFICATES\n".utf8))
        exit(64)
      }
      try await RequestFigures(base: plain).run()
      try await HandshakeFigures(plain: plain, secure: secure, certificates: arguments[2]).run()
      try await CancellationFigures.run()
      try MemoryFigures(base: plain).run()
    } catch {
      FileHandle.standardError.write(Data("NetworkFigures: \(error)\n".utf8))
      exit(70)
    }
  }
}

/// Something that was to be there.
struct Missing: Error {
  let what: String
}
