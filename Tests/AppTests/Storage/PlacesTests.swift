// Needs: Auth, Backups, Books, Onboarding

import Accounts
import Services
@testable import AppComposition
import Core
import Foundation
import SQLiteStorage
import TestKit
import Testing

/// The same in memory and over files.
@Suite("The last screens")
@MainActor struct PlacesTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  /// Returns a closure that starts the app again and again.
  private func starts(overFiles: Bool) -> () async throws -> AppSession {
    if overFiles { return { try await disk.session() } }
    let world = Worlds.world(Worlds.allFeatures)
    return { world.makeSession() }
  }

  private func use(
    _ session: AppSession, _ body: (AppDriver) async throws -> Void
  ) async throws {
    try await withApp({ session }, restoring: true, body)
  }

  @Test(
    "A lost or damaged file of the last screens is made again, also beside backups, and no copy of it is kept",
    arguments: [false, true])
  func lost(isDamaged: Bool) async throws {
    func names(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
    try await use(try await disk.session()) { app in
      await app.skipOnboarding()
      await app.open("booksapp://books/dune")
      await app.tap("want")
    }
    for isLost in [false, true] {
      for name in names(disk.path) where isLost && name.hasPrefix("state.sqlite") {
        let path = "\(disk.path)/\(name)"
        if isDamaged, name == "state.sqlite" {
          try Data(repeating: 0xAA, count: 3000).write(to: URL(filePath: path))
        } else {
          try FileManager.default.removeItem(atPath: path)
        }
      }
      try await use(try await disk.session(on: "2026-11-21")) { app in
        await app.session.settleAll()
        #expect((app.title == "Dune") == !isLost)
      }
      #expect(names("\(disk.path)/backups").count == 2)
      #expect(names(disk.path).filter { $0.contains("damaged") } == [])
    }
  }

  @Test(
    "The next start restores each tab's screens and the selected tab",
    arguments: [false, true])
  func restored(overFiles: Bool) async throws {
    let start = starts(overFiles: overFiles)
    var tab = ""
    try await use(try await start()) { app in
      await app.skipOnboarding()
      await app.open("booksapp://authors/leo-tolstoy")
      tab = app.session.snapshot.tabs.first { $0.isSelected }?.title ?? ""
      await app.open("booksapp://shelves/read")
    }
    for _ in 0..<2 {
      try await use(try await start()) { app in
        #expect(app.title == "Read")
        #expect(app.session.snapshot.tabs.first { $0.isSelected }?.title == "Shelves")
        await app.back()
        #expect(app.title == "Shelves")
        await app.tab(tab)
        #expect(app.title == "Leo Tolstoy")
        await app.tab("Shelves")
        await app.open("booksapp://shelves/read")
      }
    }
  }

  @Test(
    "The last screens belong to one owner, and the next user starts at the root",
    arguments: [false, true])
  func owners(overFiles: Bool) async throws {
    let start = starts(overFiles: overFiles)
    try await use(try await start()) { app in
      await app.skipOnboarding()
      await app.open("booksapp://account")
      await app.tap("create")
      await app.createAccount("Ada")
      await app.open("booksapp://shelves/read")
    }
    try await use(try await start()) { app in
      #expect(app.title == "Read")
      await app.signOut()
      #expect(app.title == "Discover")
    }
    try await use(try await start()) { app in
      #expect(app.title == "Discover")
      await app.tab("Account")
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.session.context.owner.isSignedIn)
      #expect(app.title == "Ada", "she continues where the guest was")
      await app.tab("Shelves")
      #expect(app.title == "Shelves")
    }
  }

  @Test("Last screens are moved, exported and erased with their owner", arguments: [false, true])
  func accountData(overFiles: Bool) async throws {
    let database =
      overFiles
      ? try TestDatabase(DatabaseKeyValueStore.migrations) { try SQLiteDatabase(path: $0) } : nil
    let store: any KeyValueStore =
      database.map { DatabaseKeyValueStore($0) } ?? MemoryKeyValueStore()
    try await AccountDataContract.check(
      PlacesData(in: store, database: database), in: database, hasSummary: false,
      store: { owner, marker in
        try await OwnedValues(store, of: owner, about: "session").set(
          Data("\(marker)".utf8), for: "places")
      },
      kept: { owner, marker in
        try await OwnedValues(store, of: owner, about: "session").value(for: "places")
          == Data("\(marker)".utf8)
      })
  }
}
