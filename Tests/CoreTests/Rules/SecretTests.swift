import Inspection
import Services
import Core
import Foundation
import TestKit
import Testing

@Suite("Rule 13: secrets are never shown")
@MainActor struct SecretTests {
  private static let word = "hunter2-7f3a"

  @Test("A secret prints as bullets, however it is printed")
  func printing() {
    let secret = Secret(Self.word)
    let input = ActionInput.field("password", .secret(secret))
    for value in [secret, FieldValue.secret(secret), input, [secret], ["a": secret]] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [dumped, "\(value)", String(describing: value), String(reflecting: value)] {
        #expect(!text.contains(Self.word))
        #expect(text.contains("••••"))
      }
    }
    #expect("\(Optional(secret) as Any)".contains("••••"))
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(secret.reveal() == Self.word)
    #expect(Secret("").isEmpty && !secret.isEmpty)
  }

  @Test("A field does not store a secret, only that it is filled")
  func field() {
    let secret = FieldValue.secret(Secret(Self.word))
    #expect(Field("p", label: "Password", kind: .secure, value: secret).value == .filled)
    let declared = ScreenField("p", label: "Password", kind: .secure, value: secret) { _ in }
    #expect(declared.field.value == .filled)
  }

  @Test("A secret is encoded as filled")
  func encoding() throws {
    let data = try JSONEncoder().encode([FieldValue.secret(Secret(Self.word))])
    #expect(!String(decoding: data, as: UTF8.self).contains(Self.word))
    #expect(try JSONDecoder().decode([FieldValue].self, from: data) == [.filled])
  }

  @Test("Input of a secure field is in no content, log, leak report or failure text")
  func typed() async throws {
    try await withToy { toy, app in
      var received: Secret?
      let field = Field("password", label: "Password", kind: .secure)
      let screen = EditScreen("form", sections: [ContentSection("f", .fields([field]))])
      screen.onPerform = { [weak screen] _, input in
        guard case .field(_, .secret(let secret)) = input else { return }
        received = secret
        let filled = Field("password", label: "Password", kind: .secure, value: .secret(secret))
        screen?.content.sections = [ContentSection("f", .fields([filled]))]
      }
      try toy.tab().startChild(Flow<Int>("flow", screen: screen))
      await app.fill("Password", Self.word)
      #expect(received?.reveal() == Self.word)
      let snapshot = try JSONEncoder().encode(app.session.snapshot)
      let texts =
        app.session.log.lines + app.session.coordinatorTree + toy.logger.lines
        + [String(decoding: snapshot, as: UTF8.self), app.text, "\(app.content)"]
      #expect(texts.allSatisfy { !$0.contains(Self.word) })
      #expect(app.value(of: "password") == .filled)
    }
  }

  @Test("A secure field keeps its input unchanged, including white space")
  func blanks() throws {
    #expect(try FieldKind.secure.value(from: "  x ") == .secret(Secret("  x ")))
  }
}
