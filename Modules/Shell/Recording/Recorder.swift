import Core

@MainActor final class Recorder {
  func begin(_ report: CommandReport, _ session: AppSession) {}
  func add(
    _ line: String, _ command: Command?, _ report: CommandReport, before: Snapshot,
    _ session: AppSession
  ) {}
  func leaveOut() {}
  func pass(_ line: String) {}
}
