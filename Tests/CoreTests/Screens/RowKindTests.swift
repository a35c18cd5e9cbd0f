import Core
import Services
import Testing

@Suite("Kinds of rows") struct RowKindTests {
  private struct Plan: Identifiable {
    let id: Identifier<Plan>
  }

  private let books = RowKind<String>("book")
  private let plans = RowKind<Plan.ID>("plan")

  @Test(
    "A row's identifier says what the row stands for, whatever is in its name",
    arguments: [
      "dune", "leo:tolstoy", "", "a: b", "book:", "\u{301}accent first", "\u{200D}", "\0",
    ])
  func value(_ name: String) {
    let row = books.id(name)
    #expect(row.rawValue == "book:\(name)")
    #expect(books.value(of: row).map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test(
    "The identifier of a row of another kind has no value",
    arguments: ["", "book", "books:dune", ":dune", "Book:dune", "plan:dune"])
  func otherKind(_ row: String) {
    #expect(books.value(of: Row.ID(row)) == nil)
  }

  @Test("A row leads to the element that it stands for, if there still is one")
  func element() {
    let offered = [Plan(id: "monthly"), Plan(id: "yearly")]
    #expect(plans.element(of: plans.id("yearly"), in: offered)?.id == "yearly")
    #expect(plans.element(of: plans.id("weekly"), in: offered) == nil)
    #expect(plans.element(of: "book:yearly", in: offered) == nil)
  }
}
