import Auth
import Testing

@Suite("E-mail addresses of RFC 5321")
struct EmailAddressTests {
  @Test(
    "Addresses that the standard allows are accepted",
    arguments: [
      "reader@example.org", "a@b", "first.last@sub.example.org", "x+tag@example.org",
      "!#$%&'*+-/=?^_`{|}~@example.org", #""quoted local"@example.org"#, #""a@b"@example.org"#,
      #""back\\slash"@example.org"#, #""quo\"te"@example.org"#, "user@[192.0.2.1]",
      "user@[IPv6:2001:db8::1]", "user@xn--bcher-kva.example", "読者@例え.jp", "reader@bücher.example",
      "x@हिन्दी.भारत", "0@0.example", " reader@example.org ",
      String(repeating: "a", count: 64) + "@example.org",
    ])
  func allowed(text: String) throws {
    let address = try EmailAddress(text)
    #expect(!address.text.hasPrefix(" "))
  }

  @Test(
    "Addresses that it forbids are refused, with the wrong part",
    arguments: [
      ("", .empty), ("   \t", .empty), ("reader", .noAt), ("@example.org", .localPart),
      (".reader@example.org", .localPart), ("reader.@example.org", .localPart),
      ("re..ader@example.org", .localPart), ("re ader@example.org", .localPart),
      ("re\"ader@example.org", .localPart), ("re(ad)er@example.org", .localPart),
      ("a@b@example.org", .localPart), ("reader@", .domain), ("reader@-example.org", .domain),
      ("reader@example-.org", .domain), ("reader@example..org", .domain),
      ("reader@.example.org", .domain), ("reader@example.org.", .domain),
      ("reader@exa_mple.org", .domain), ("reader@exam ple.org", .domain),
      ("reader@[300.0.0.1]", .domain), ("reader@[1.2.3]", .domain), ("reader@[IPv6:zz]", .domain),
      ("reader@[1.2.3.4\u{0}\u{1B}[2J]", .domain), ("reader@[IPv6:::1\u{0} x]", .domain),
      ("reader@[+1.2.3.4]", .domain), ("reader\u{202E}@example.org", .localPart),
      ("reader\u{0}@example.org", .localPart), ("reader@example\n.org", .domain),
      (String(repeating: "a", count: 65) + "@example.org", .tooLong),
      ("a@" + String(repeating: "b.", count: 130) + "org", .tooLong),
      (String(repeating: "x", count: 1_000_000), .tooLong),
      ("a@" + String(repeating: "b", count: 64) + ".org", .domain),
    ] as [(String, EmailAddress.Problem)])
  func forbidden(text: String, problem: EmailAddress.Problem) {
    #expect(throws: problem) { _ = try EmailAddress(text) }
  }

  @Test("An address has at most 254 bytes", arguments: [(61, 254), (62, 255)])
  func length(last: Int, count: Int) throws {
    let labels = [63, 63, last].map { String(repeating: "b", count: $0) }
    let text = String(repeating: "a", count: 64) + "@" + labels.joined(separator: ".")
    #expect(text.utf8.count == count)
    if count == 254 {
      #expect(try EmailAddress(text).text == text)
    } else {
      #expect(throws: EmailAddress.Problem.tooLong) { _ = try EmailAddress(text) }
    }
  }

  @Test("Two addresses that differ only in case are equal")
  func equality() throws {
    #expect(try EmailAddress("Ada@Example.ORG") == EmailAddress("ada@example.org"))
    #expect(try EmailAddress("ada@example.org") != EmailAddress("adb@example.org"))
  }
}
