#if os(Linux)
  import Figures
  import Glibc

  /// Prints how long a person waits at the terminal while a catalogue's server accepts connections and says
  /// nothing.
  struct PromptFigures {
    private static let rounds = 9

    let app: String
    let home: String

    func run() throws(ProcessFailure) {
      let port = try Self.silentPort()
      var terminal = try TerminalProgram(
        app, ["--data-dir", "\(home)/prompt", "--catalog-url", "http://127.0.0.1:\(port)"],
        home: home
      )
      // feature: Onboarding
      _ = try terminal.type("", until: "Welcome> ")
      _ = try terminal.type("skip-all\r", until: Self.progress)
      // else: _ = try terminal.type("", until: Self.progress)
      // end
      _ = try terminal.type(Self.cancel, until: "Discover> ")
      _ = try terminal.type("tab search\r", until: "Search> ")
      var (progress, prompts): ([Double], [Double]) = ([], [])
      for _ in 0..<Self.rounds {
        progress.append(try terminal.type("search hobbit\r", until: Self.progress))
        prompts.append(try terminal.type(Self.cancel, until: "Search> "))
      }
      print(
        Figure("a slow answer shows progress after", progress.median, "ms", atMost: 300).line)
      print(
        Figure("Ctrl-C gives the prompt back after", prompts.median, "ms", atMost: 100).line)
    }

    private static let progress = "Ctrl-C cancels"
    private static let cancel = "\u{3}"

    /// The port of a socket that listens until the program ends; the system accepts connections to it.
    private static func silentPort() throws(ProcessFailure) -> UInt16 {
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let listening = socket(AF_INET, kind, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(listening, address, length) | listen(listening, 128)
            | getsockname(listening, address, &length)
        }
      }
      guard code == 0 else { throw .notStarted("a listening socket", code: errno) }
      return UInt16(bigEndian: address.sin_port)
    }
  }
#endif
