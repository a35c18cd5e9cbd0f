import Core
import Foundation
import Terminal
import Testing

@testable import Shell

@Suite("What a conversation says about its own keys")
@MainActor struct GreetingTests {
  private func talk(_ lines: [InputLine], columns: Int = 80) async -> String {
    let run = await ToyRun(typing: lines) { $0.columns = { columns } }
    #expect(run.status == 0)
    return run.output
  }

  @Test("The greeting says how to get help and how to quit, in lines of the terminal's width")
  func greeting() async {
    let wide = "Toy 1.2.3 · Type help for the commands. Ctrl-D quits.\n\n"
    #expect(await talk([]).hasPrefix(wide))
    let narrow = await talk([], columns: 30)
    #expect(narrow.hasPrefix("Toy 1.2.3 · Type help for the\ncommands. Ctrl-D quits.\n\n"))
  }

  @Test("Ctrl-C twice at the prompt says once how to leave, and not after a command between them")
  func interruptions() async {
    let hint = "Ctrl-D or quit leaves the app.\n"
    let twice = await talk([.interrupted, .interrupted, .interrupted, .text("2"), .interrupted])
    #expect(twice.contains("Planets> \nPlanets> \n\(hint)Planets> \nPlanets> "))
    #expect(twice.components(separatedBy: hint).count == 2)
    let once = await talk([.interrupted, .text("show"), .interrupted])
    #expect(!once.contains(hint))
  }
}
