import CCurl
import Foundation

/// The certificates that libcurl trusts: those of a file, of a folder, or of both; without either, its own.
struct CurlTrust: Equatable {
  var file: String?
  var folder: String?

  /// Debian's and others' folder of single certificates: one is read where a whole bundle would be parsed.
  private static let systemFolder: String? = {
    let folder = "/etc/ssl/certs"
    // Files that are named by a hash of their subject are what openssl looks for.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0.utf8.count == 10 && $0.hasSuffix(".0") } ? folder : nil
  }()

  init(file: String? = nil, folder: String? = nil) {
    self.file = file
    self.folder = folder
  }

  init(_ trust: CurlConfiguration.Trust) {
    switch trust {
    case .environment: self = Self(environment: ProcessInfo.processInfo.environment)
    case .system: self.init(folder: Self.systemFolder)
    case .file(let path): self.init(file: path)
    case .folder(let path): self.init(folder: path)
    }
  }

  /// The certificates that the variables name, or those of the machine.
  ///
  /// As the program curl (its manual's `--cacert` and ENVIRONMENT): an empty variable counts as none, and
  /// `CURL_CA_BUNDLE` goes before the other two.
  init(environment: [String: String]) {
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let bundle = path("CURL_CA_BUNDLE") {
      self.init(file: bundle)
    } else {
      self.init(file: path("SSL_CERT_FILE"), folder: path("SSL_CERT_DIR"))
      if self == Self() { folder = Self.systemFolder }
    }
  }

  func apply(to handle: CurlHandle) {
    guard self != Self() else { return }
    for (option, path) in [
      (CURLOPT_CAINFO, file), (CURLOPT_CAPATH, folder), (CURLOPT_PROXY_CAINFO, file),
      (CURLOPT_PROXY_CAPATH, folder),
    ] {
      if let path { handle.set(option, path) } else { handle.unset(option) }
    }
  }
}
