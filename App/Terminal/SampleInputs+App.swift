import Core
public import Inspection
import Files
import AppComposition
import Services

extension SampleInputs {
  /// The inputs for crawling this app: words with and without matches.
  public static let app = SampleInputs([
    // feature: Books
    "words": [.text("dune"), .text("xyzzy"), nil],
    "progress": [.text("10"), .text("100%"), .text("far")],
    "readings": [.text("2019-05-01"), .text("far"), nil],
    "positions": [.text("1"), .text("none"), .text("0")],
    "author": [.text("tolstoy"), nil],
    "subject": [.text("poetry"), nil],
    // end
    "name": [.text("Favourites")],
    "file": [.text(Transfer.sampleFile), .text("/dev/null/missing.csv"), nil],
  ])
}
