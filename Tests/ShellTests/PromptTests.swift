import Testing

@testable import Shell

@Suite("The prompt for commands")
struct PromptTests {
  @Test("A long prompt is shortened at its beginning")
  func prompt() {
    let trail = ["Discover", "A long subject", "Solaris"]
    #expect(Prompt(path: trail, columns: 40).text == "Discover › A long subject › Solaris> ")
    #expect(Prompt(path: trail, columns: 30).text == "… › A long subject › Solaris> ")
    #expect(Prompt(path: trail, columns: 12).text == "… › Solaris> ")
    #expect(Prompt(path: [], columns: 40).text == "> ")
    #expect(Prompt(path: ["\u{1B}[2J"], columns: 40).text == "\u{FFFD}[2J> ")
  }

  @Test("Each right-to-left title of a prompt is isolated, and the isolates take no room")
  func rightToLeftPrompt() {
    let path = ["ספרים", "ليلى"]
    #expect(
      Prompt(path: path, columns: 12).text
        == "\u{2068}ספרים\u{2069} › \u{2068}ليلى\u{2069}> ")
  }
}
