import Foundation
import HTTP

/// A redirect that a client must not follow, or not for long. Every request gets the same answer.
public enum RedirectFault: String, Hashable, Sendable, CaseIterable {
  /// To itself.
  case loop
  /// From one URL to another and back.
  case pingPong
  /// To a URL that is longer each time.
  case growing
  /// To a file.
  case file
  /// To FTP.
  case ftp
  /// To Gopher, by which requests of other protocols can be forged.
  case gopher
  /// To a `data:` URL.
  case data
  /// To a `javascript:` URL.
  case javaScript
  /// To https at a port that speaks plain text.
  case https
  /// To the same port as `localhost`, another origin, where the next request gets the same answer.
  case otherOrigin
  /// To the same URL with a name and a password.
  case credentials
  /// Without a `Location`.
  case noLocation
  /// With an empty `Location`, which means the same URL.
  case emptyLocation
  /// With a `Location` that is not a URL.
  case invalidLocation
  /// With two `Location` fields.
  case twoLocations
  /// With control characters in the `Location`.
  case controlCharacters
  /// With a `Location` of 256 KB.
  case longLocation
  /// To a host without a name.
  case noHost
  /// To port 99999.
  case invalidPort

  /// The outcome for a client.
  public var outcome: Misbehaviour.Outcome {
    switch self {
    case .noLocation: .response
    case .emptyLocation, .invalidLocation, .twoLocations, .longLocation, .controlCharacters:
      .either
    default: .error
    }
  }

  var reply: ServerReply {
    let fault = self
    return .wire { request in
      let locations = fault.locations(request).map { "Location: \($0)\r\n" }.joined()
      return [.send("HTTP/1.1 302 Found\r\n\(locations)Content-Length: 0\r\n\r\n")]
    }
  }

  private func locations(_ request: ServerRequest) -> [String] {
    let host = request.fields[.host] ?? ""
    return switch self {
    case .loop: [request.target]
    case .pingPong: [request.path == "/ping" ? "/pong" : "/ping"]
    case .growing: [request.target + "a"]
    case .file: ["file:///etc/hostname"]
    case .ftp: ["ftp://\(host)/"]
    case .gopher: ["gopher://\(host)/_GET%20/"]
    case .data: ["data:application/json,{}"]
    case .javaScript: ["javascript:alert(1)"]
    case .https: ["https://\(host)/"]
    case .otherOrigin:
      ["http://localhost:\(host.split(separator: ":").last ?? "80")/other-origin"]
    case .credentials: ["http://name:secret@\(host)\(request.target)"]
    case .noLocation: []
    case .emptyLocation: [""]
    case .invalidLocation: ["http://[::1"]
    case .twoLocations: ["/one", "/two"]
    case .controlCharacters: ["/\u{1B}[2J\u{0}"]
    case .longLocation: ["/" + String(repeating: "a", count: 1 << 18)]
    case .noHost: ["http:///path"]
    case .invalidPort: ["http://127.0.0.1:99999/"]
    }
  }
}
