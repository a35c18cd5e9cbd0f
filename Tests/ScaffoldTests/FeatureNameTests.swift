import Testing

@testable import Scaffold

@Suite("The name of a new feature") struct FeatureNameTests {
  @Test(
    "The name of a feature is split into words",
    arguments: [
      ("Loans", "loans", "Loans"), ("ReadingClubs", "reading-clubs", "Reading clubs"),
      ("PDFExports", "pdf-exports", "PDF exports"), ("Top10", "top10", "Top10"),
      ("AsPDF", "as-pdf", "As PDF"), ("URLs", "urls", "URLs"), ("DVDs", "dvds", "DVDs"),
      ("MyFAQs", "my-faqs", "My FAQs"), ("DVDsAtHome", "dvds-at-home", "DVDs at home"),
      ("URLs2", "urls2", "URLs2"), ("TVShows", "tv-shows", "TV shows"), ("Boss", "boss", "Boss"),
      ("Gas", "gas", "Gas"), ("VitaminD", "vitamin-d", "Vitamin D"),
      ("PlanBNotes", "plan-b-notes", "Plan B notes"), ("MakeAWish", "make-a-wish", "Make a wish"),
    ])
  func words(text: String, word: String, title: String) throws {
    let name = try FeatureName(text, taken: ["Books"])
    #expect(name.module == text)
    #expect(name.word == word)
    #expect(name.title == title)
  }

  @Test("A feature's and an app's name have 2 to 30 letters", arguments: [2, 30])
  func lengths(count: Int) throws {
    let text = "Z" + String(repeating: "o", count: count - 1)
    #expect(try FeatureName(text, taken: []).module == text)
    #expect(try AppName(text, taken: []).text == text)
  }

  @Test("A feature's name fills a template in one pass, even if it contains the template's word")
  func fill() throws {
    let name = try FeatureName("EmailTemplates", taken: [])
    let filled = name.fill(#"Template templateMember "Template" template/"#)
    #expect(filled == #"EmailTemplates emailTemplates "Email templates" email-templates/"#)
  }

  @Test(
    "A feature's name is refused if it isn't a valid module name",
    arguments: [
      "", "L", "loans", "Lo ans", "Lo-ans", "../Loans", "Loäns", "1Loans", "Loans\n", "Loans.swift",
      String(repeating: "L", count: 31),
    ])
  func refused(text: String) {
    #expect(throws: ScaffoldError.name(text)) { try FeatureName(text, taken: []) }
  }

  @Test(
    "A feature's name is refused if it could be confused with another name",
    arguments: [
      "Books", "BOOKS", "Swift", "Testing", "Template", "LoansTests", "LoansFeature", "Class",
      "SQLite", "Sqlite", "SQLITE", "Import", "Deinit", "Fileprivate", "Associatedtype",
      "Precedencegroup", "Fallthrough", "Self", "Retired", "Shared", "Foundation",
      "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "RegexBuilder",
      "Runtime", "Cxx", "CxxStdlib", "SwiftOnoneSupport",
    ])
  func taken(text: String) {
    #expect(throws: ScaffoldError.taken(text)) { try FeatureName(text, taken: ["Books"]) }
  }
}
