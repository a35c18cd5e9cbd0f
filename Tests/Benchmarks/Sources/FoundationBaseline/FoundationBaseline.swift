import Foundation

/// Decodes, folds and formats dates with Foundation: the memory that any program pays that does.
@main struct FoundationBaseline {
  struct Record: Codable {
    var title: String
    var added: Date
  }

  static func main() throws {
    let json = #"[{"title": "Cien años de soledad", "added": 700000000}]"#
    for record in try JSONDecoder().decode([Record].self, from: Data(json.utf8)) {
      let folded = record.title.folding(
        options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "es"))
      let date = record.added.formatted(
        .dateTime.year().month().day().locale(Locale(identifier: "es")))
      print(folded, date)
    }
  }
}
