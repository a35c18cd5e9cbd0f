import Core
import Testing

@testable import Shell

/// Runs scripts over an app made of the real core.
@Suite("Script")
@MainActor struct ScriptTests {
  @Test("A script prints the settled screen after each command and ends with 0")
  func screens() async {
    let run = await ToyRun("find us\n1\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(
      run.output == """
        [Planets]   Account

        Planets

          1   Mercury
          2   Venus
          3   地球
          4   \u{2068}المريخ\u{2069}
          5   Jupiter

        › find…  count  explode  (expand)

        [Planets]   Account

        Planets

          1   Venus

        › find…  count  explode  (expand)

        [Planets]   Account

        Venus                                                                     ‹ back

        › edit  back


        """)
  }
}
