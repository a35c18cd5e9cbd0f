import Core
// feature: Books
import Files
// end
import Foundation
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("A library that is set aside, in an app that asks nothing about it")
@MainActor struct SetAsideLibraryTests {
  private let disk: Disk
  private let options: AppOptions
  private var aside: String { "\(disk.path)/library-damaged-1.sqlite" }

  init() throws {
    disk = try Disk()
    var options = AppOptions()
    options.features = AppOptions.allFeatures.subtracting(["backups"])
    self.options = options
  }

  /// Creates a library and damages its file.
  ///
  /// - Returns: what the file has then.
  private func damage() async throws -> Data {
    try await AppWorld.open(options, dataFolder: disk.path).close()
    let path = "\(disk.path)/library.sqlite"
    try damageDatabase(at: path)
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test("A notice and the log name a damaged library that was set aside, at that start only")
  func named() async throws {
    let damaged = try await damage()
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

  // feature: Books
  @Test("The first export after a library was set aside is refused, and names the file")
  func exported() async throws {
    _ = try await damage()
    let refusal = TransferError.file(CompositionText.refused(damaged: aside))
    for isFirst in [true, false] {
      let world = try await AppWorld.open(options, dataFolder: disk.path)
      try await world.withTransfers { transfers, owner in
        let export = try #require(transfers.first { $0.direction == .writes && $0.usesOwnerData })
        let request = Transfer.Request(files: ["\(disk.path)/out"], owner: owner)
        var problem: TransferError?
        do throws(TransferError) { _ = try await export.run(request, { _ in }) } catch {
          problem = error
        }
        #expect((problem == refusal) == isFirst)
        // What all owners share is not refused.
        let missing = "\(disk.path)/missing"
        let dump = try #require(transfers.first { !$0.usesOwnerData })
        await #expect(throws: TransferError(FileProblem.missing(missing))) {
          try await dump.run(Transfer.Request(files: [missing], owner: owner), { _ in })
        }
      }
      world.close()
    }
  }
  // end
}
