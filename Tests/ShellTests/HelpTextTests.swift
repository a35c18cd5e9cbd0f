import Core
import Services
import Testing

@testable import Shell

@Suite("The text of help")
@MainActor struct HelpTextTests {
  @Test(
    "Help says that any other line is the value of the only field, unless that is a secret",
    arguments: [FieldKind.number(1...9), .secure, .newPassword])
  func bareValues(kind: FieldKind) {
    let fields = ContentSection("form", .fields([Field("code", label: "Code", kind: kind)]))
    let form = Snapshot.screen(ScreenContent(title: "Form", sections: [fields]))
    let lines = HelpText(snapshot: form, explainsBareValues: true).lines(about: .everything)
    #expect(lines.contains("Any other line is the value of the field.") == !kind.isSecret)
  }

  @Test("Help about an action says that it deletes something, or why it can't be performed now")
  func action() async {
    let help = await ToyRun("help explode\nhelp expand\n").output
    #expect(help.contains("explode\n  Explode\n  This deletes or discards something.\n"))
    #expect(help.contains("expand\n  Expand\n  Not available: Nothing expands today.\n"))
  }
}
