// Needs: Books

import Accounts
import Books
import Catalogue
import Core
import Foundation
import HTTP
import Networking
import OpenLibrary
import Services

/// The catalogues of one app, each made when a session selects it.
@MainActor final class Catalogues {
  private struct Key: Hashable {
    var url: URL
    var contact: String?
    var owner: Owner
  }

  /// The choice of the command line, or nil.
  let commandLineChoice: CatalogueChoice?
  /// The contact of the command line, or nil.
  let commandLineContact: String?
  private let local: any BookCatalogue
  private let clients: CatalogueClients
  private let clock: any AppClock
  private let answers: AnswerCaches
  private let notices: NoticeBoard
  private let wrap: ServiceWrappers.Wrapper<any BookCatalogue>
  private var made: [Key: RemoteCatalogue] = [:]
  /// The covers of the chosen catalogue; nil while it is the one on this machine, which has none.
  private var covers: (origin: String, source: OpenLibraryCovers)?
  /// Called from any thread when a catalogue that was away answers again.
  private let onReturn: @Sendable () -> Void

  /// Creates the catalogues of an app.
  ///
  /// - Parameters:
  ///   - network: reaches the servers.
  ///   - local: the catalogue on this machine.
  ///   - files: store what catalogues on the network have answered; nil for none.
  ///   - wrap: decorates each catalogue.
  init(
    _ options: AppOptions, _ context: AppContext, over network: AppNetwork,
    local: any BookCatalogue, files: CatalogueFiles?,
    wrapping wrap: @escaping ServiceWrappers.Wrapper<any BookCatalogue>,
    onReturn: @escaping @Sendable () -> Void
  ) {
    (commandLineChoice, commandLineContact) = (options.catalogue, options.contact)
    self.local = local
    self.wrap = wrap
    self.onReturn = onReturn
    notices = context.notices
    clock = network.clock
    clients = CatalogueClients(over: network, options.limits)
    answers = AnswerCaches(files, clock, context.logger)
  }

  /// Selects the catalogue of a choice, and returns it: closes all others, and takes the covers from this one. Only
  /// its owner sees again what it has answered.
  func select(_ choice: CatalogueChoice, for owner: Owner) -> any BookCatalogue {
    let url: URL? =
      switch choice.source {
      case .local: nil
      case .openLibrary: Self.openLibrary
      case .server(let url): url
      }
    let key = url.map { Key(url: $0, contact: choice.contact, owner: owner) }
    // A server that is no longer chosen is asked nothing more.
    for (other, remote) in made where other != key {
      remote.close()
      made[other] = nil
    }
    guard let key else {
      covers = nil
      return wrap(local)
    }
    let remote = made[key] ?? makeRemote(key)
    made[key] = remote
    covers = makeCovers(key, of: remote)
    return wrap(remote.catalogue)
  }

  /// The server of the covers; nil while the catalogue on this machine is chosen.
  var coverOrigin: String? { covers?.origin }

  /// Returns the file of a cover of the chosen catalogue; nil while that is the one on this machine.
  func cover(_ reference: CoverReference) async throws(CatalogueError) -> Data? {
    try await covers?.source.cover(reference)
  }

  /// openlibrary.org/developers/api
  private static let openLibrary = URL(string: "https://openlibrary.org")

  private func makeRemote(_ key: Key) -> RemoteCatalogue {
    let client = clients.client(for: key.contact.map { .init(address: $0, server: key.url) })
    let name = CatalogueChoice.name(of: key.url)
    return RemoteCatalogue(
      key.url, client, local: local, cache: answers.cache(of: key.owner, over: client.patient),
      clock: clock
    ) { [notices, onReturn] change in
      notices.post(CatalogueText.notice(change, name))
      if change == .back { onReturn() }
    }
  }

  /// Returns the covers of a catalogue, which are closed with it.
  private func makeCovers(
    _ key: Key, of remote: RemoteCatalogue
  ) -> (origin: String, source: OpenLibraryCovers)? {
    let base = key.url == Self.openLibrary ? OpenLibraryCovers.usual : key.url
    return base.map { base in
      let client = clients.covers(for: key.contact.map { .init(address: $0, server: base) })
      let source = OpenLibraryCovers(
        base: base, client: remote.closable(answers.cache(of: key.owner, over: client) ?? client))
      return (base.absoluteString, source)
    }
  }

  /// The data that is kept of each owner's questions.
  var data: any AccountData { AnswersData(answers) }

  /// Ends what runs on its own.
  func close() {
    for remote in made.values { remote.close() }
  }
}
