import Core
import Services
@testable import Onboarding
import Testing

@Suite("Genres")
struct GenreTests {
  @Test("There are enough to choose from, and not too many for one screen")
  func count() {
    #expect((12...20).contains(Genre.all.count))
    #expect(Genre.maximumFavourites < Genre.all.count)
  }

  @Test("No identifier and no subject occurs twice, in any spelling")
  func unique() {
    #expect(Set(Genre.all.map(\.id)).count == Genre.all.count)
    #expect(Set(Genre.all.map { $0.subject.lowercased() }).count == Genre.all.count)
  }

  @Test("Identifiers are easy to type, and subjects are readable names")
  func sane() {
    for genre in Genre.all {
      #expect(genre.id.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(genre.subject.wholeMatch(of: /[A-Z][A-Za-z' ]+/) != nil)
      #expect(genre.subject.trimmed == genre.subject)
      #expect(Genre.known(genre.id) == genre)
    }
    #expect(Genre.known("knitting") == nil)
  }

  @Test("A favourite that was only moved stays removed if another window has removed it")
  func movedAndRemoved() {
    let change = GenreChange(from: ["drama", "poetry"], to: ["poetry", "drama"])
    #expect(change.applied(to: ["drama", "poetry"]) == ["poetry", "drama"])
    #expect(change.applied(to: ["poetry"]) == ["poetry"])
  }
}
