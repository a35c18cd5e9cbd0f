import AppComposition
import Foundation
import Shell

/// The options of the command line about the catalogue.
enum CatalogueOptions {
  /// All of them.
  static let all = [
    AppOption(
      catalog, value: "embedded|openlibrary",
      explanation: "look books up on this machine, or at openlibrary.org",
      expected: "one of \(catalogues.joined(separator: ", "))"
    ) { catalogues.contains($0) },
    AppOption(
      url, value: "URL",
      explanation: "look books up at another server that answers like Open Library",
      expected: "an address such as https://books.example"
    ) { address($0) != nil },
    AppOption(
      contact, value: "ADDRESS", explanation: "tell the catalogue's server how to reach you",
      expected: "an e-mail address or a page"
    ) { !$0.isEmpty && $0.utf8.count <= 200 && $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } },
  ]

  static let catalog = "catalog"
  static let url = "catalog-url"
  static let contact = "contact"
  private static let catalogues = ["embedded", "openlibrary"]

  static func address(_ text: String) -> URL? {
    URL(string: text).flatMap { RemoteCatalogue($0)?.url }
  }
}

extension RemoteCatalogue {
  /// The catalogue that the options of the command line ask for; nil for the one on this machine.
  init?(_ settings: [String: String]) {
    let usual = settings[CatalogueOptions.catalog] == "openlibrary" ? Self.openLibrary : nil
    guard let url = settings[CatalogueOptions.url].flatMap(CatalogueOptions.address) ?? usual else {
      return nil
    }
    self.init(url, contact: settings[CatalogueOptions.contact])
  }
}
