// Needs: Books

import Books
import Foundation
import Shell

/// The options of the command line about the catalogue.
enum CatalogueOptions {
  /// All of them. The options that choose a catalogue replace each other: the last one counts.
  static let all = [
    AppOption(
      catalog, value: catalogues.joined(separator: "|"),
      explanation: "look books up on this machine, or at openlibrary.org",
      expected: catalogues.joined(separator: " or "), replaces: [url]
    ) { catalogues.contains($0) },
    AppOption(
      url, value: "URL",
      explanation: "look books up at another server with Open Library's records",
      expected: "an address such as https://books.example", replaces: [catalog]
    ) { CatalogueChoice.address($0) != nil },
    AppOption(
      contact, value: "ADDRESS", explanation: "tell the catalogue's server how to reach you",
      expected: "at most 200 printable ASCII characters, such as an e-mail address or a page"
    ) { CatalogueChoice.isContact($0) },
  ]

  static let catalog = "catalog"
  static let url = "catalog-url"
  static let contact = "contact"
  private static let catalogues = ["embedded", "openlibrary"]
}

extension CatalogueChoice {
  /// The catalogue that the options of the command line ask for; nil without one.
  init?(_ settings: [String: String]) {
    let source: Source? =
      switch settings[CatalogueOptions.catalog] {
      case "openlibrary": .openLibrary
      case "embedded": .local
      default: nil
      }
    let server = settings[CatalogueOptions.url].flatMap(CatalogueChoice.address)
    guard let source = server.map(Source.server) ?? source else { return nil }
    self.init(source)
  }
}
