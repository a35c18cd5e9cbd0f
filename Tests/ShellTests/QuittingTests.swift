import Testing

@testable import Shell

@Suite("Quitting in a script")
@MainActor struct QuittingTests {
  @Test("`quit` ends the script, unless a screen asks first")
  func quit() async {
    let run = await ToyRun("quit\nnonsense\n")
    #expect(run.status == 0)
    let locked = await ToyRun("2\nedit\nset note x\nquit\n")
    #expect(locked.status == 1)
    #expect(locked.titles.last == "Discard it?")
  }

  @Test("The answer to the question of `quit` ends the script, too")
  func quitAfterAnswer() async {
    let script = "2\nedit\nset note x\nquit\ndiscard\nnonsense\n"
    let run = await ToyRun(script, ["--keep-going"])
    #expect(!run.output.contains("Nothing is shown."))
    #expect(!run.errors.contains("nonsense"))
    let kept = await ToyRun("2\nedit\nset note x\nquit\nkeep\nsave\n", ["--keep-going"])
    #expect(kept.titles.last == "Venus")
  }
}
