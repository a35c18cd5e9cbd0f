// Needs: Books

import Foundation
import TestKit
import Testing

@Suite("make install")
struct InstallTests {
  private let root: URL

  init() throws {
    root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  private func run(
    _ program: String, _ arguments: [String]
  ) async throws -> (status: Int32, output: String, errors: String) {
    let process = try ChildProcess(
      program, arguments, environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"])
    try process.input.close()
    let texts = try [process.output, process.errors].map {
      String(decoding: try $0.readToEnd() ?? Data(), as: UTF8.self)
    }
    return (await process.end(), texts[0], texts[1])
  }

  private func make(
    _ target: String, _ folder: String, prefix: String = "/opt/my books"
  ) async throws -> Int32 {
    let result = try await run(
      "/usr/bin/make",
      [
        "-s", "-C", root.path, target, "PREFIX=\(prefix)", "DESTDIR=\(folder)",
        "PROGRAM=\(Program.path)",
      ])
    #expect(result.status == 0 || prefix != "/opt/my books", "\(result.errors)")
    return result.status
  }

  private func files(below folder: String) throws -> Set<String> {
    let places = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Set(
      places.filter { place in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: "\(folder)/\(place)", isDirectory: &isFolder)
        return !isFolder.boolValue
      })
  }

  @Test("The Makefile installs a program that runs, its manual and completions, and removes them")
  func installs() async throws {
    let folder = try TemporaryFolder()
    let destination = folder.file("root")
    #expect(try await make("install", destination) == 0)
    let share = "opt/my books/share"
    #expect(
      try files(below: destination) == [
        "opt/my books/bin/BooksApp", "\(share)/man/man1/BooksApp.1",
        "\(share)/bash-completion/completions/BooksApp", "\(share)/zsh/site-functions/_BooksApp",
        "\(share)/fish/vendor_completions.d/BooksApp.fish",
      ])
    let installed = "\(destination)/opt/my books/bin/BooksApp"
    #expect(try await run(installed, ["-V"]).output.hasPrefix("BooksApp "))
    for (place, words) in [
      ("man/man1/BooksApp.1", ["manual"]),
      ("bash-completion/completions/BooksApp", ["completions", "bash"]),
    ] {
      let text = try String(contentsOfFile: "\(destination)/\(share)/\(place)", encoding: .utf8)
      #expect(try await run(installed, words).output == text)
    }
    // Again, over the first; what is not its own stays.
    try Data().write(to: URL(filePath: "\(destination)/opt/my books/bin/Other"))
    #expect(try await make("install", destination) == 0)
    #expect(try await make("uninstall", destination) == 0)
    #expect(try files(below: destination) == ["opt/my books/bin/Other"])
  }

  @Test("The Makefile refuses a PREFIX that isn't absolute, and installs nothing")
  func relative() async throws {
    let folder = try TemporaryFolder()
    #expect(try await make("install", folder.file("root"), prefix: "here") != 0)
    #expect(!FileManager.default.fileExists(atPath: folder.file("root")))
  }
}
