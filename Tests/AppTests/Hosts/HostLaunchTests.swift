import AppComposition
import Core
import Foundation
import Testing

/// The first code in `Docs/hosts.md`.
@Suite("A host launches the app") struct HostLaunchTests {
  @Test("The app runs in the folder that the environment names, until the host stops it")
  @MainActor func launch() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "host-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["HOME": folder.path]

    var options = AppOptions()
    options.network = AppOptions.machineNetwork  // nil by default: no server is reached
    let world = try await AppWorld.open(options, dataFolder: nil, environment: environment)
    let session = world.makeSession()
    await session.launch()
    // Until the user leaves the app.
    session.stop()
    await session.settleAll()
    world.close()

    #expect(session.hasEnded)
    #expect(FileManager.default.fileExists(atPath: folder.path))
  }
}
