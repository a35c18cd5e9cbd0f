import Foundation
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("The folder of --data-dir")
struct FoldersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for path in ["work/inner", "elsewhere"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(path), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("elsewhere/link"), withDestinationPath: folder.file("work/inner"))
  }

  private func data(_ name: String) throws -> String {
    try AppFolders(dataFolder: folder.file(name), environment: [:]).data
  }

  @Test(
    "The folder of --data-dir becomes an absolute path without redundant parts",
    arguments: ["work/books", "work/books/", "work/./books//", "work/inner/../books"])
  func simple(_ name: String) throws {
    #expect(try data(name) == folder.file("work/books"))
    #expect(try AppFolders(dataFolder: "/..", environment: [:]).data == "/")
    #expect(
      try AppFolders(dataFolder: "books", environment: [:]).data
        == FileManager.default.currentDirectoryPath + "/books")
  }

  @Test(
    "A tilde at the beginning of a --data-dir path is the home folder, as in a shell",
    arguments: [("~", ""), ("~/books", "/books"), ("~/a/../books/", "/books")])
  func home(_ name: String, _ rest: String) throws {
    let home = folder.file("work")
    let folders = try AppFolders(dataFolder: name, environment: ["HOME": home])
    #expect(folders.data == home + rest)
    let variable = AppIdentity.app.dataVariable
    let environment = ["HOME": home, variable: name]
    #expect(try AppFolders(dataFolder: nil, environment: environment) == folders)
    #expect(try data("work/~/books") == folder.file("work/~/books"))
  }

  @Test("In a --data-dir path, .. after a link leads above the link's target, as for the system")
  func link() throws {
    let resolved = try #require(realpath(folder.file("work"), nil))
    defer { free(resolved) }
    let work = String(cString: resolved)
    #expect(try data("elsewhere/link/../books") == "\(work)/books")
    #expect(try data("elsewhere/link") == folder.file("elsewhere/link"), "is refused later")
    #expect(try data("missing/../books") == folder.file("books"))
  }
}
