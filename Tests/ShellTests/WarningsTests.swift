import Core
import Services
import Testing

@testable import Shell

@Suite("Warnings")
@MainActor struct WarningsTests {
  @Test("The log warnings command shows failures safely for a terminal and refuses other topics")
  func warnings() async {
    let services = ToyServices()
    services.context.logger.log(.error, "the disk is \u{1B}[2Jfull")
    let run = await ToyRun("log warnings\nlog warn\n", services: services)
    #expect(run.output.split(separator: "\n").count { $0.contains("[2Jfull") } == 2)
    #expect(!run.output.contains("\u{1B}"))
    let none = await ToyRun("log warnings\nlog nonsense\n")
    #expect(none.output.contains("No warnings."))
    #expect(none.status == 1 && none.errors.contains("log warnings"))
  }
  @Test("The log command shows no character of a link that changes the text's direction")
  func direction() async {
    let run = await ToyRun("open toy://planets/\u{202E}x\u{2066}\nlog\n", ["--keep-going"])
    let lines = run.output.split(separator: "\n").filter { $0.contains("toy:") }
    #expect(!lines.isEmpty, "\(run.output)")
    #expect(!lines.joined().unicodeScalars.contains { $0.properties.isBidiControl })
  }
}
