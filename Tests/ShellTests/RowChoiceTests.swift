import Core
import Services
import Testing

@testable import Shell

@Suite("The only known row of several")
struct RowChoiceTests {
  private let mine = Row("mine", title: "Émile", detail: "Jean-Jacques Rousseau · 1762")
  private let other = Row("other", title: "Candide", detail: "Voltaire · 1759")

  private func choice(_ words: String) -> RowChoice {
    var choice = RowChoice(words, takesTitle: false) { $0.id == "mine" ? 1 : 0 }
    choice.knownText = { "\($0.title) \($0.detail ?? "")" }
    return choice
  }

  @Test("The only known row is meant if its text has all words")
  func known() {
    for words in ["rousseau", "emile rousseau", "jacques"] {
      #expect(choice(words).answer([mine, other]) == .row(mine), "\(words)")
      #expect(choice(words).answer([mine, other], isWhole: false) == .ambiguous([mine, other]))
    }
    #expect(
      choice("education").answer([mine, other]) == .ambiguous([mine, other]),
      "its notes may have the word")
    var title = choice("rousseau")
    title.knownText = nil
    #expect(title.answer([mine, other]) == .ambiguous([mine, other]))
  }

  @Test(
    "A part of a word in the text of a row, or no word, does not make it the meant one",
    arguments: ["ousseau", "rousseau ques", "762", "·"])
  func parts(_ words: String) {
    #expect(choice(words).answer([mine, other]) == .ambiguous([mine, other]))
  }

  @Test("A known row is not meant if another title is exactly the words")
  func title() {
    let exact = Row("exact", title: "Rousseau")
    #expect(choice("rousseau").answer([mine, exact]) == .ambiguous([mine, exact]))
  }
}
