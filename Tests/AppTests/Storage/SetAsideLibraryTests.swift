import Core
import Services
import Foundation
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("A library that is set aside, in an app that asks nothing about it")
@MainActor struct SetAsideLibraryTests {
  @Test("A notice and the log name a damaged library that was set aside, at that start only")
  func named() async throws {
    let disk = try Disk()
    var options = AppOptions()
    options.features = AppOptions.allFeatures.subtracting(["backups"])
    try await AppWorld.open(options, dataFolder: disk.path).close()
    let path = "\(disk.path)/library.sqlite"
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: Data(repeating: 0xAA, count: 3000))
    try file.close()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    let damaged = try Data(contentsOf: URL(filePath: path))

    let aside = "\(disk.path)/library-damaged-1.sqlite"
    for isFirst in [true, false] {
      let world = try await AppWorld.open(options, dataFolder: disk.path)
      await withApp(world.makeSession) { app in
        let notices = app.session.consumeNotices()
        #expect(notices.contains(.posted(CompositionText.damaged(aside))) == isFirst)
      }
      world.close()
    }
    #expect(try Data(contentsOf: URL(filePath: aside)) == damaged)
    let log = try String(contentsOfFile: "\(disk.path)/booksapp.log", encoding: .utf8)
    let lines = log.split(separator: "\n").filter { $0.contains(" error the library was damaged") }
    #expect(lines.count == 1 && lines.allSatisfy { $0.hasSuffix(aside) }, "\(log)")
  }
}
