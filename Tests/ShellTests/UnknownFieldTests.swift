import Core
import Services
import Testing

@testable import Shell

@Suite("A field that the screen does not have")
struct UnknownFieldTests {
  private static let form = [
    Field("backups", label: "Automatic backups", kind: .text),
    Field("confirmation", label: "Your e-mail", kind: .email),
  ]

  @Test(
    "An unknown field is answered with the labels of those that the screen has",
    arguments: [
      (2, "Choose one of: Automatic backups, Your e-mail."),
      (1, "The only one is Automatic backups."),
    ])
  func labels(count: Int, rest: String) {
    let section = ContentSection("form", .fields(Array(Self.form.prefix(count))))
    let snapshot = Snapshot.screen(ScreenContent(title: "Delete account", sections: [section]))
    for line in ["set xyzzy ada@example.org", "clear xyzzy"] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: snapshot) }
      #expect(problem?.message == "Unknown field “xyzzy”. \(rest)")
    }
  }
}
