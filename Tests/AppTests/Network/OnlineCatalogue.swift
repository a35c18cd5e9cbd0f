// Needs: Books

import Accounts
import Books
import Catalogue
import Core
import Foundation
import Services
import TestKit

@testable import AppComposition

/// A catalogue over a server on loopback, with the app's own between them, and its cache in files, if it has any.
@MainActor struct OnlineCatalogue {
  let catalogue: any BookCatalogue
  private let catalogues: Catalogues
  private let files: CatalogueFiles?

  /// - Parameter disk: the folder of the files, or nil for none.
  init(_ disk: Disk?, _ url: URL) throws {
    var options = AppOptions(features: ["books"], usesFiles: false)
    options.network = AppOptions.machineNetwork
    options.networkClock = NetworkClock()
    options.limits = NetworkedApp.limits()
    files = try disk.map {
      CatalogueFiles(try AppFolders(dataFolder: $0.path, environment: [:]))
    }
    catalogues = Catalogues(
      options, .test(), over: AppNetwork(options, .test()), local: EmbeddedMemory.catalogue,
      files: files, wrapping: { $0 }, onReturn: {})
    catalogue = catalogues.select(CatalogueChoice(.server(url)), for: .guest)
  }

  /// Closes the files.
  func close() {
    catalogues.close()
    files?.close()
  }
}
