// Needs: Auth, Books, Onboarding

import Accounts
import Core
import Foundation
import Services
@testable import AppComposition
import TestKit
import Testing

/// The files of the lines typed at a terminal.
@Suite("The typed lines of an account")
@MainActor struct TypedLinesTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func history(_ account: String? = nil) throws -> String {
    try #require(AppFolders.history(of: account, dataFolder: disk.path, environment: [:]))
  }

  private func write(_ account: String? = nil) throws {
    try Data("open booksapp://books/dune\n".utf8).write(to: URL(filePath: history(account)))
  }

  private func exists(_ account: String? = nil) throws -> Bool {
    FileManager.default.fileExists(atPath: try history(account))
  }

  @Test("Deleting an account deletes its typed lines, and not those of guests and other accounts")
  func deleted() async throws {
    let app = try await disk.window()
    await app.join("Zenobia")
    let account = try #require(app.session.context.owner.owner.account?.rawValue)
    for account in [nil, account, "bo"] { try write(account) }
    await app.open("booksapp://account")
    await app.tap("delete")
    await app.fill("confirmation", "zenobia@example.org")
    await app.tap("delete")
    #expect(try !exists(account))
    #expect(try exists() && exists("bo"))
    await disk.end(app)
  }

  @Test("Before a guest's data is deleted, the app says that typed lines stay, if there are any")
  func guests() async throws {
    let app = try await disk.window()
    await app.skipOnboarding()
    await app.open("booksapp://account")
    for hasLines in [false, true] {
      if hasLines { try write() }
      await app.tap("delete")
      #expect(app.text.contains("This cannot be undone."), "\(app.text)")
      #expect(app.text.contains(StorageText.typedLines) == hasLines, "\(app.text)")
      await app.tap("keep")
    }
    await disk.end(app)
  }

  @Test("An account can't be deleted if its typed lines can't be; those of guests always stay")
  func failure() async throws {
    let folders = try AppFolders(dataFolder: disk.path, environment: [:])
    // A folder can't be unlinked.
    try FileManager.default.createDirectory(
      atPath: try history("ada"), withIntermediateDirectories: true)
    let data = TypedLinesData(folders: folders)
    await #expect(throws: StorageError.self) { try await data.prepare(.erase(.account("ada"))) }
    for account in [nil, "bo"] { try write(account) }
    try await data.prepare(.move(from: .account("bo"), to: .guest))
    try await data.prepare(.erase(.guest))
    await data.finish(.erase(.guest))
    #expect(try exists("bo") && exists())
    // Another window may have created it after the preparation.
    await data.finish(.erase(.account("bo")))
    #expect(try !exists("bo") && exists())
  }

  @Test("Typed lines that another window writes during an account's deletion are deleted, too")
  func meanwhile() async throws {
    let folders = try AppFolders(dataFolder: disk.path, environment: [:])
    let path = try history("bo")
    try await OwnerChange.erase(.account("bo")).make(
      in: [TypedLinesData(folders: folders)], database: nil,
      also: { _ in
        #expect(FileManager.default.createFile(atPath: path, contents: Data("quit\n".utf8)))
      })
    #expect(try !exists("bo"))
  }

  @Test(
    "An account's name that leads elsewhere gives no file for its typed lines",
    arguments: ["../library", "a/b", "", "é", "a.b", String(repeating: "a", count: 65)])
  func names(account: String) throws {
    #expect(AppFolders.history(of: account, dataFolder: disk.path, environment: [:]) == nil)
    #expect(try history("account-1F") == "\(disk.path)/booksapp.history-account-1F")
  }
}
