// Needs: Books

import Files
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("A file of the catalogue")
struct ReplacedFilesTests {
  /// A file, and how it is opened.
  enum File: CaseIterable {
    case embedded, answers, dump
    /// The dump in a window that has searched it.
    case searchedDump
  }

  private static let migrations = [
    Migration(
      "catalogue", "books",
      ["CREATE TABLE books (title TEXT) STRICT", "INSERT INTO books VALUES ('Emma')"])
  ]

  private static let later = Migration(
    "catalogue", "more books", ["INSERT INTO books VALUES ('Dune')"])

  private let folder: TemporaryFolder
  private let folders: AppFolders

  init() throws {
    folder = try TemporaryFolder()
    folders = try AppFolders(dataFolder: folder.path, environment: [:])
  }

  private func opened(_ file: File, _ files: CatalogueFiles) throws -> SQLiteDatabase {
    switch file {
    case .embedded: return try files.embedded()
    case .answers: return try files.answers()
    case .dump: return try files.dump()
    case .searchedDump:
      _ = try files.importedDump()
      return try files.dump()
    }
  }

  private func path(of file: File) -> String {
    switch file {
    case .embedded: folders.embedded
    case .answers: folders.answers
    case .dump, .searchedDump: folders.dump
    }
  }

  /// Overwrites a page of a file: the first one has the schema, the second one the list of migrations.
  private func damage(_ path: String, page: Int) throws {
    try damageDatabase(at: path, from: (page - 1) * 16_384, count: 16_384)
  }

  /// Creates a file with one book.
  private func make(_ file: File) throws {
    let files = CatalogueFiles(folders)
    try opened(file, files).migrate(Self.migrations)
    files.close()
  }

  @Test("A file that another window replaces while it is opened is opened again at the next use")
  func replacedWhileOpened() throws {
    try make(.answers)
    func open() throws(StorageError) -> SQLiteDatabase {
      try SQLiteRecovery.openReplaceable(
        folders.answers, applicationID: AppIdentity.app.applicationID)
    }
    var opened = OpenedFile()
    let old = try opened.open(folders.answers) { () throws(StorageError) in
      let old = try open()
      #expect(SQLiteRecovery.remove(folders.answers) == nil)
      try open().close()
      return old
    }
    #expect(opened.current(at: folders.answers) == nil)
    old.close()
    let new = try opened.open(folders.answers, open)
    #expect(opened.current(at: folders.answers) === new)
    new.close()
  }

  /// Opens a file as its readers do.
  private func searched(_ file: File, _ files: CatalogueFiles) throws -> any Database {
    guard file == .searchedDump else { return try opened(file, files) }
    return try #require(try files.importedDump())
  }

  private func titles(_ database: any Database) throws -> [String] {
    try database.read("reading") { reader throws(StorageError) in
      try reader.rows("SELECT title FROM books") { row throws(StorageError) in try row.string(0) }
    }
  }

  @Test(
    "A catalogue's file is created again if its list of migrations is damaged",
    arguments: File.allCases)
  func damagedMigrations(_ file: File) throws {
    try make(file)
    try damage(path(of: file), page: 2)
    let files = CatalogueFiles(folders)
    let database = try opened(file, files)
    try database.migrate(Self.migrations)
    #expect(try titles(database) == ["Emma"])
    files.close()
  }

  @Test("A dump is not replaced during its import, although another window finds damage in it")
  func importing() throws {
    try make(.dump)
    try damage(folders.dump, page: 3)
    let (one, two) = (CatalogueFiles(folders), CatalogueFiles(folders))
    let claim = try #require(try one.dump().claim("importing"))
    let searched = try two.dump()
    #expect(throws: StorageError.self) { try titles(searched) }
    let file = FileIdentity(folders.dump)
    #expect(try two.dump().claim("importing") == nil)
    #expect(FileIdentity(folders.dump) == file)
    claim.release()
    let replaced = try two.dump()
    #expect(FileIdentity(folders.dump) != file)
    try replaced.migrate(Self.migrations)
    #expect(try titles(replaced) == ["Emma"])
    one.close()
    two.close()
  }

  @Test(
    "A window reopens a file that another window has replaced",
    arguments: [File.answers, .searchedDump])
  func replacedElsewhere(_ file: File) throws {
    try make(file)
    let (one, two) = (CatalogueFiles(folders), CatalogueFiles(folders))
    #expect(try titles(searched(file, one)) == ["Emma"])
    #expect(SQLiteRecovery.remove(path(of: file)) == nil)
    try opened(file, two).migrate([Self.migrations[0], Self.later])
    #expect(try titles(searched(file, one)) == ["Emma", "Dune"])
    one.close()
    two.close()
  }
}
