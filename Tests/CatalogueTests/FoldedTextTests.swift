import Foundation
import Testing

@testable import Catalogue

@Suite("Folded text")
struct FoldedTextTests {
  @Test(
    "Text is compared without case, marks, width and letter variants",
    arguments: [
      ("The  HOBBIT,", "the hobbit"), ("Ångström Łódź Øre Straße", "angstrom lodz ore strasse"),
      ("İstanbul ISPARTA ı", "istanbul isparta i"), ("Œuvre Æon ﬁn Ⅷ", "oeuvre aeon fin viii"),
      ("ＤＵＮＥ １９８４", "dune 1984"), ("ΟΔΥΣΣΕΥΣ Ὀδυσσεύς", "οδυσσευσ οδυσσευσ"),
      ("Ёлка Йод Їжак", "елка иод іжак"), ("אֱמֶת שלום", "אמת שלומ"),
      ("أَلْف ليلة", "الف ليله"), ("می\u{200C}خواهم", "ميخواهم"), ("کتاب", "كتاب"),
      ("ナルト なると", "なると なると"), ("nỗi buồn", "noi buon"),
      ("Krymsʹkyĭ Qurʾān ʻOkina", "krymskyi quran okina"),
      ("e\u{301}", "e"), ("\u{301}", ""), ("?!… —", ""), ("", ""),
    ])
  func folding(_ text: String, _ expected: String) {
    #expect(String(decoding: FoldedText(text).bytes, as: UTF8.self) == expected)
  }

  @Test("Two encodings of the same Korean, Thai or Devanagari text are equal")
  func composed() {
    for text in ["홍길동전", "น้ำ", "क़िताब", "が", "ồ"] {
      let decomposed = FoldedText(text.decomposedStringWithCanonicalMapping)
      #expect(FoldedText(text).bytes == decomposed.bytes, "\(text)")
      #expect(!decomposed.bytes.isEmpty, "\(text)")
    }
  }

  @Test(
    "An apostrophe joins words, or separates them if requested",
    arguments: ["'", "’", "‘", "ʼ", "`", "´", "׳", "‛", "′"])
  func apostrophe(_ sign: String) {
    let joined = FoldedText("L\(sign)Été")
    #expect(String(decoding: joined.bytes, as: UTF8.self) == "lete")
    #expect(joined.hasApostrophe)
    let separated = FoldedText("L\(sign)Été", .separates)
    #expect(String(decoding: separated.bytes, as: UTF8.self) == "l ete")
  }

  @Test(
    "A run of initials is one word, and nothing else is joined",
    arguments: [
      ("J.R.R. Tolkien", "jrr tolkien"), ("Rowling, J. K.", "rowling jk"),
      ("А. С. Пушкин", "ас пушкин"), ("U.S. Dept. of A.B.", "us dept of ab"),
      ("É. Ö. N. N.", "eonn"), ("Malcolm X", nil),
      ("X Malcolm Y", nil), ("7 9", nil), ("三 体", nil), ("홍 길", nil), ("", nil),
    ] as [(String, String?)])
  func initials(_ name: String, _ expected: String?) {
    let joined = FoldedText(name).joiningInitials
    #expect(joined.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
  }

  @Test(
    "A folded word is given as a text writes it, in small letters, and stays folded without one",
    arguments: [
      ("елка", "Йод (Ёлка)", "ёлка"), ("οδυσσευσ", "Ὀδυσσεύς", "ὀδυσσεύς"),
      ("שלומ", "שלום", "שלום"),
      ("lete", "L’Été", "l’été"), ("ete", "L’Été", "été"), ("hobb", "The Hobbit", "hobb"),
    ])
  func written(_ word: String, _ text: String, _ expected: String) {
    #expect(FoldedText.written([word, "or"], in: ["", text]) == "\(expected) or")
  }

  @Test("Words in a script without spaces are separated from other words")
  func unspaced() {
    let folded = FoldedText("三体ABC 1")
    #expect(folded.words.map { String(decoding: $0, as: UTF8.self) } == ["三体", "abc", "1"])
  }

  @Test("Folding ASCII by bytes gives the same result as by characters")
  func folding() {
    let ascii = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) }.joined()
    for apostrophe in [FoldedText.Apostrophe.joins, .separates] {
      // A non-ASCII character, which is left out, forces the slow path.
      let slow = FoldedText(ascii + "\u{301}", apostrophe)
      let fast = FoldedText(ascii, apostrophe)
      #expect(fast.bytes == slow.bytes)
      #expect(fast.hasApostrophe)
    }
  }
}
