import Files
import Services
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("Creating a database")
struct CreatingTests {
  @Test("A database that another window is creating is never taken for an emptied one")
  func checkedMeanwhile() async throws {
    let folder = try TemporaryFolder()
    let paths = (1...40).map { folder.file("\($0).sqlite") }
    let created = Count()
    // More threads than cores: one that has to wait in the middle of its check sees the file and the log of
    // different moments.
    let problems = try await withThrowingTaskGroup(of: [StorageError].self) { group in
      for number in 0...7 {
        group.addTask {
          try await LongWork("window \(number)").run { () throws(StorageError) -> [StorageError] in
            var problems: [StorageError] = []
            for (round, path) in paths.enumerated() {
              do throws(StorageError) {
                if number == 0 {
                  defer { created.number.store(round + 1, ordering: .releasing) }
                  try SQLiteDatabase(path: path).migrate([.first])
                }
                while created.number.load(ordering: .acquiring) <= round {
                  try StorageFile.checkCompanions(of: path)
                }
              } catch { problems.append(error) }
            }
            return problems
          }
        }
      }
      return try await group.reduce(into: [StorageError]()) { $0 += $1 }
    }
    #expect(problems == [])
  }

  /// How many databases there are.
  private final class Count: Sendable {
    let number = Atomic(0)
  }
}
