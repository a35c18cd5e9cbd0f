import Foundation
import Synchronization
import TestKit

/// An nginx on loopback, with ports and a folder of its own.
///
/// ```swift
/// try await withNginx("server { listen 127.0.0.1:@plain@; root @files@; }") { nginx in
///   try nginx.write("a", to: "a.txt")
///   _ = try await client.send(HTTPRequest(url: nginx.url("/a.txt", at: "plain")))
///   #expect(try await nginx.log().map(\.status) == ["200"])
/// ```
final class Nginx: Sendable {
  /// nginx did not start, or was told what it does not know.
  struct Problem: Error, CustomStringConvertible {
    let description: String
    /// Whether another process has one of the ports.
    var isPort: Bool { description.contains("Address already in use") }
  }

  /// The master process and what it says.
  private struct Running: Sendable {
    let process: ChildProcess
    let notices: LineReader
    /// The process that answers.
    let worker: pid_t
  }

  /// Its folder.
  let folder: String
  private let template: String
  private let ports: Mutex<[String: Int]>
  private let running = Mutex<Running?>(nil)

  /// Starts nginx.
  ///
  /// - Parameter http: the content of the block `http`. `@files@` is the folder of files, `@certificates@` that
  ///   of certificates, and `@NAME@` a port of this name.
  init(_ http: String) async throws {
    folder = "\(RealServers.folder ?? "")/\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/files", withIntermediateDirectories: true)
    let folders = [
      "folder": folder, "files": "\(folder)/files", "certificates": RealServers.certificate(""),
    ]
    // Quoted: a path may have a space.
    template = Self.frame(http).replacing(/@(folder|files|certificates)@([^\s;]*)/) { match in
      "\"\(folders[String(match.1)] ?? "")\(match.2)\""
    }
    ports = Mutex([:])
    for isLast in [false, false, false, false, true] {
      choosePorts()
      try configure()
      do {
        try await start()
        return
      } catch let problem as Problem where problem.isPort && !isLast {}
    }
  }

  /// The number of ports that were chosen so far.
  private static let chosen = Atomic(Int.random(in: 0..<10_000))

  /// nginx can't choose free ports itself.
  ///
  /// Below those that the system chooses from, so that a stopped server gets its port again.
  private func choosePorts() {
    let names = Set(template.matches(of: /@(\w+)@/).map { String($0.1) })
    let last = Self.chosen.add(names.count, ordering: .relaxed).newValue
    let choice = zip(names, (last - names.count)..<last).map { ($0, 20_000 + $1 % 10_000) }
    ports.withLock { $0 = Dictionary(uniqueKeysWithValues: choice) }
  }

  private static func frame(_ http: String) -> String {
    """
    worker_processes 1;
    daemon off;
    pid @folder@/pid;
    error_log stderr notice;
    events { worker_connections 512; }
    http {
      log_format live escape=json '{"status":"$status","method":"$request_method",'
        '"target":"$request_uri","version":"$server_protocol","connection":"$connection",'
        '"authorization":"$http_authorization","key":"$http_x_api_key","range":"$http_range",'
        '"agent":"$http_user_agent","encoding":"$sent_http_content_encoding"}';
      access_log @folder@/access live;
      default_type text/plain;
      client_body_temp_path @folder@/1; proxy_temp_path @folder@/2; fastcgi_temp_path @folder@/3;
      uwsgi_temp_path @folder@/4; scgi_temp_path @folder@/5;
      server { listen 127.0.0.1:@mark@; access_log off; location / { return 200 $connection; } }
      \(http)
    }
    """
  }

  /// Writes the configuration.
  private func configure() throws {
    var text = template
    for (name, port) in ports.withLock(\.self) { text.replace("@\(name)@", with: "\(port)") }
    try text.write(toFile: "\(folder)/nginx.conf", atomically: true, encoding: .utf8)
  }

  /// Replaces a text in the configuration, which the next start reads.
  func replace(_ text: String, with other: String) throws {
    let path = "\(folder)/nginx.conf"
    let configuration = try String(contentsOfFile: path, encoding: .utf8)
    try configuration.replacing(text, with: other)
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  // MARK: Starting and stopping

  /// Starts it, on the ports it had before.
  func start() async throws {
    let process = try ChildProcess(
      "/usr/bin/env", ["nginx", "-e", "stderr", "-c", "\(folder)/nginx.conf"])
    let notices = LineReader(of: process.errors)
    guard let notice = await notices.first(containing: "start worker process "),
      let worker = notice.split(separator: " ").last.flatMap({ pid_t($0) })
    else {
      await process.end()
      throw Problem(description: notices.text())
    }
    running.withLock { $0 = Running(process: process, notices: notices, worker: worker) }
  }

  /// Calls a body while no connection gets an answer and none is closed, as if the network were gone.
  func silent<Result>(_ body: () async throws -> Result) async throws -> Result {
    let worker = running.withLock { $0?.worker }
    if let worker { kill(worker, SIGSTOP) }
    defer { if let worker { kill(worker, SIGCONT) } }
    return try await body()
  }

  /// Stops it in the middle of whatever it does, and returns when it has ended.
  func stop() async {
    guard let running = running.withLock({ $0.take() }) else { return }
    running.process.send(SIGTERM)
    await running.process.end()
  }

  /// Reads the configuration again, and returns when the former worker has ended: also connections that nobody
  /// uses are closed then.
  func reload() async throws {
    guard let running = running.withLock(\.self) else { return }
    let seen = running.notices.count
    running.process.send(SIGHUP)
    for sign in ["start worker process ", "exited with code 0"] {
      guard await running.notices.first(containing: sign, after: seen) != nil else {
        throw Problem(description: running.notices.text())
      }
    }
  }

  /// Begins to read the configuration again, and returns when the new worker has started.
  func beginReload() async throws {
    guard let running = running.withLock(\.self) else { return }
    let seen = running.notices.count
    running.process.send(SIGHUP)
    _ = await running.notices.first(containing: "start worker process ", after: seen)
  }

  // MARK: What it has

  /// The port of a name.
  func port(_ name: String) -> Int { ports.withLock { $0[name] } ?? 0 }

  /// The URL of a target.
  ///
  /// - Parameters:
  ///   - name: the name of the port.
  ///   - scheme: without one, https for ports whose name begins with `tls`.
  func url(
    _ target: String, at name: String, scheme: String? = nil, host: String = "localhost"
  ) -> URL {
    let usual = name.hasPrefix("tls") ? "https" : "http"
    return URL(string: "\(scheme ?? usual)://\(host):\(port(name))\(target)") ?? URL(filePath: "/")
  }

  /// Writes a file that it serves.
  func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file that it serves.
  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(filePath: "\(folder)/files/\(name)"))
  }

  /// Deletes the folder.
  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// Runs a body with an nginx, which is stopped at the end.
func withNginx<Result>(
  _ http: String, run body: (Nginx) async throws -> Result
) async throws -> Result {
  let nginx = try await Nginx(http)
  do {
    let result = try await body(nginx)
    await nginx.stop()
    nginx.remove()
    return result
  } catch {
    await nginx.stop()
    nginx.remove()
    throw error
  }
}
