import Core

@testable import Shell

extension ShellSession {
  /// Creates a session of the toy app, whose screens have 80 columns.
  static func toy(
    _ console: Console, services: ToyServices = ToyServices(), waitsForAll: Bool = false,
    recorder: Recorder? = nil
  ) -> ShellSession {
    toy(console, waitsForAll: waitsForAll, recorder: recorder) {
      AppSession(context: services.context, features: [.toy(services)], places: services.places)
    }
  }

  /// Creates a session of an app, whose screens have 80 columns.
  static func toy(
    _ console: Console, waitsForAll: Bool = false, recorder: Recorder? = nil,
    makeSession: @escaping @MainActor () -> AppSession
  ) -> ShellSession {
    let app = RunningApp(makeSession: makeSession)
    return ShellSession(
      console: console, app: app,
      runner: CommandRunner(app: app, destinations: { _, _ in [] }, waitsForAll: waitsForAll),
      recorder: recorder, makeFormat: { .text(TextRenderer(width: 80)) })
  }
}
