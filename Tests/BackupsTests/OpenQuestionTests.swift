import Core
import Files
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Backups

@Suite("Damage and failed backups that the user has to hear of")
@MainActor struct OpenQuestionTests {
  private let world: BackupWorld
  private let title = "Your data could not be read"

  init() throws { world = try BackupWorld() }

  @Test("A damaged database is reported even if the launch's preparation is cancelled")
  func cancelledPreparation() async throws {
    try await world.damaged()
    let window = try await world.window()
    let feature = window.feature.feature
    let preparing = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await feature.prepare?()
    }
    await preparing.value
    let gate = try #require(feature.gates.first)
    #expect(gate.isNeeded())
    let logged = window.logger.lines.filter {
      $0.contains("automatic backups") || $0.contains("damaged database")
    }
    #expect(logged == [])
    window.session.stop()
  }

  @Test("Starting over that can't be recorded says so, and the question stays")
  func unrecorded() async throws {
    try await world.damaged()
    try await world.app { app, window in
      _ = try window.database.write("testing") { transaction throws(StorageError) in
        try transaction.execute(
          """
          CREATE TRIGGER failing BEFORE DELETE ON key_values BEGIN
            SELECT RAISE(ABORT, 'the disk is away');
          END
          """)
      }
      await app.tap("fresh")
      #expect(app.title == title && app.content.notice?.tone == .problem, "\(app.text)")
      _ = try window.database.write("testing") { transaction throws(StorageError) in
        try transaction.execute("DROP TRIGGER failing")
      }
      await app.tap("fresh")
      #expect(app.title == "Toys")
    }
    try await world.app { app, _ in #expect(app.title == "Toys") }
  }

  @Test("An open window reports a failed automatic backup once a day")
  func failingDays() async throws {
    let window = try await world.window { _ in
      StubKeeper(daily: { () throws(StorageError) in throw .full })
    }
    let clock = world.clock
    await withApp({ window.session }) { app in
      await app.session.settleAll()
      #expect(app.session.consumeNotices().count == 1)
      for (hours, count) in [(1, 0), (24, 1), (1, 0)] {
        await clock.sleeper(until: clock.now.addingTimeInterval(3600))
        clock.advance(by: .seconds(3600 * hours))
        await clock.sleeper(until: clock.now.addingTimeInterval(3600))
        #expect(app.session.consumeNotices().count == count, "after \(hours) hours")
      }
    }
  }
}
