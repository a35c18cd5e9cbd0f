import Foundation

/// The names that tell this app from others on the same machine and on the network.
///
/// It is the only place in the sources of the app with its name: the composition gives it to Core,
/// the storage and the network, and the entry point gives it to the host.
package struct AppIdentity: Hashable, Sendable {
  /// The name of the product, of its program and of the folders with its data. It introduces the
  /// app to servers, in front of the version and the contact (RFC 9110, 10.1.5).
  package let name: String
  /// The mark of its databases (`PRAGMA application_id`), so that another app refuses them.
  package let applicationID: Int32

  /// The scheme of its links.
  package var scheme: String { name.lowercased() }
  /// The environment variable that names the folder of all data.
  package var dataVariable: String { "\(name.uppercased())_DATA_DIR" }
  /// The names of its files other than databases.
  var log: String { "\(name.lowercased()).log" }
  var history: String { "\(name.lowercased()).history" }

  /// Creates a link to a place in the app.
  package func link(_ place: String) -> String { "\(scheme)://\(place)" }
}

extension AppIdentity {
  /// This app.
  package static let app = AppIdentity(name: "BooksApp", applicationID: 0x426F_6F6B)
}
