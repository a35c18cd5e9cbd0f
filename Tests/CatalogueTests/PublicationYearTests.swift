import Catalogue
import Testing

@Suite("The year of a publication")
struct PublicationYearTests {
  @Test(
    "A date in free text has a year, unless it is uncertain",
    arguments: [
      ("1869", 1869), ("8 June 1949", 1949), ("April 10, 1925", 1925), ("December 1815", 1815),
      ("c1998", 1998), ("[1973?]", 1973), ("1998-99", 1998), ("733 [1973]", 1973),
      ("5733 [1973]", 1973), ("昭和48 [1973]", 1973), ("646", 646), ("79", 79), ("c. 400", 400),
      ("ca 400 AD", 400), ("AD 79", 79), ("A.D. 79", 79), ("CE 79", 79), ("23 BC", -23),
      ("400 B.C.", -400), ("1500 B.C.", -1500),
      ("c. 400 BCE", -400), ("-50", -50),
      ("[ca. 1500 BC]", -1500), ("1923 (Vancouver, BC)", 1923), ("1926 ABC Press", 1926),
      ("19--?", nil), ("[197-?]", nil), ("19uu", nil), ("12/25/98", nil), ("1.5.98", nil),
      ("18th century", nil), ("Dec 98", nil), ("9999", nil), ("0000", nil), ("19981225", nil),
      ("unknown", nil), ("", nil),
    ] as [(String, Int?)])
  func years(_ date: String, _ year: Int?) {
    #expect(PublicationYear.read(date) == year)
  }
}
