import Testing

@Suite("The built program") struct StartedProgramTests {
  @Test("The program shows its first screen, and ends with its input", arguments: [[], ["--json"]])
  func starts(_ options: [String]) async throws {
    let result = try await Program(arguments: ["--ephemeral"] + options).run()
    #expect(result.status == 0 && result.messages == "", "\(result)")
    #expect(!result.output.isEmpty)
  }
}
