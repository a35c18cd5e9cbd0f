import Foundation
import Testing

@testable import LineEditing

@Suite("The file in which the user binds keys")
struct KeyBindingsFileTests {
  @Test(
    "A line that libedit must not read is found, with its number",
    arguments: [
      (#"bind -s "^G" "hello"#, "has an unclosed quotation mark"),
      (#"bind -s ""#, "has an unclosed quotation mark"),
      (#"bind "a" "b"#, "has an unclosed quotation mark"),
      (#"bind 'a\' "b"#, "has an unclosed quotation mark"),
      (#"bind "a\""#, "has an unclosed quotation mark"),
      (#"bind it's ed-insert"#, "has an unclosed quotation mark"),
      (#"bind a # it's mine"#, "has an unclosed quotation mark"),
      (#"bind -s a \"#, "ends with a backslash"),
      (#"  bind -s a \\\"#, "ends with a backslash"),
      ("bind -s a " + String(repeating: "x", count: 1500), "has more than 1,000 bytes"),
      ("Example:settc li 2147483647", "sets a size of more than 9,999"),
    ])
  func refused(_ line: String, _ problem: String) {
    let text = "bind ^A ed-move-to-beg\n\n\(line)\nbind -s \"\n"
    #expect(
      KeyBindingsFile.fault(in: Data(text.utf8)) == KeyBindingsFile.Fault(line: 3, problem: problem)
    )
  }

  @Test("Lines that libedit can read are accepted")
  func accepted() {
    let lines = [
      "", "bind ^A ed-move-to-beg", #"bind "a" "b""#, "# don't", "  \t# a \"comment", "bind a\r",
      #"bind -s a "it's""#, #"bind -s a 'say "x"'"#, #"bind -s a \""#, #"bind -s a "\"""#,
      #"bind -s a \\"#, #"bind -s a '\'"#, "settc co 9999", "bind a b\u{0}\"",
      "bind -s a " + String(repeating: "x", count: 900), "#" + String(repeating: "x", count: 5000),
    ]
    for text in lines + [lines.joined(separator: "\n")] {
      #expect(KeyBindingsFile.fault(in: Data(text.utf8)) == nil, "\(text)")
    }
    #expect(KeyBindingsFile.fault(in: [0xFF, 0xFE, 0x27, 0x27]) == nil)
  }
}
