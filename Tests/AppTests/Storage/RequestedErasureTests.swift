// Needs: Auth, Backups, Books, Onboarding

import Backups
import Core
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import AppComposition
@testable import Auth

/// A process that is killed between the deletion of an account and that of the automatic backups.
@Suite("The requested deletion of automatic backups")
@MainActor struct RequestedErasureTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func backups() throws -> [String] {
    try disk.files().keys.filter { $0.hasPrefix("backups/library-") }.sorted()
  }

  @Test("The next start deletes automatic backups if the app was killed right after a deletion")
  func killed() async throws {
    for isFirst in [true, false] {
      let app = try await disk.window()
      if isFirst {
        await app.skipOnboarding()
        await app.open("booksapp://books/dune")
        await app.tap("want")
      }
      await app.session.settleAll()
      await disk.end(app)
    }
    #expect(try backups() == ["backups/library-0001-2026-11-20.sqlite"])
    let storage = try await AppStorage.open(AppFolders(dataFolder: disk.path, environment: [:]))
    let erasure = BackupsFeature(
      context: .test(), store: DatabaseKeyValueStore(storage.library), keeper: storage.backups
    ).erasure
    try storage.library.write("deleting an account") { transaction throws(StorageError) in
      try erasure.request(transaction)
    }
    storage.close()
    let next = await disk.launched(try await disk.session(on: "2026-11-21"))
    await next.session.settleAll()
    // The start makes the backup of its own day.
    #expect(try backups().filter { !$0.hasSuffix("-2026-11-21.sqlite") } == [])
    await disk.end(next)
  }
}
