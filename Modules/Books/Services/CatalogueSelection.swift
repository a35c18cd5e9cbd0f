import Accounts
public import Catalogue
public import Core
import Foundation
public import Observation
public import Services

/// The catalogue that the current owner has chosen; one for each session of the app.
@MainActor @Observable public final class CatalogueSelection {
  /// Makes the catalogue of a choice, for an owner, whose earlier answers no other owner sees.
  public typealias Make = @MainActor (CatalogueChoice, Owner) -> any BookCatalogue

  /// The subject of an owner's values.
  nonisolated static let subject = "catalogue"
  private nonisolated static let key = "choice"
  /// The maximum size of a stored choice, in bytes; the app writes a few hundred.
  private nonisolated static let maximumSize = 4096

  /// The chosen catalogue.
  private(set) var choice: CatalogueChoice
  /// Counts changes of the catalogue and of its books: a list of an older one is outdated.
  private(set) var version = 0
  /// The catalogue.
  private(set) var catalogue: any BookCatalogue

  /// The choice of the command line, until the reader chooses a catalogue.
  @ObservationIgnored private var commandLineChoice: CatalogueChoice?
  /// The contact of the command line, until the reader sets another one.
  @ObservationIgnored private var commandLineContact: String?
  /// Stores each owner's choice; nil where there is nothing to choose from.
  @ObservationIgnored let store: (any KeyValueStore)?
  @ObservationIgnored private let owner: any SessionOwner
  @ObservationIgnored private var madeFor: Owner
  /// Counts the choices in use: one that is made while the stored one is read stays.
  @ObservationIgnored private var choices = 0
  @ObservationIgnored private let logger: any AppLogger
  @ObservationIgnored private let make: Make

  /// Creates the selection of a session.
  ///
  /// - Parameters:
  ///   - context: has the owner.
  ///   - store: stores each owner's choice.
  ///   - commandLineChoice: what the command line asks for: it takes the place of the stored choice.
  ///   - commandLineContact: how the command line says that a server can reach the reader: it takes the place of
  ///     the stored contact.
  ///   - make: makes the catalogues.
  public init(
    context: AppContext, store: any KeyValueStore, commandLineChoice: CatalogueChoice? = nil,
    commandLineContact: String? = nil, make: @escaping Make
  ) {
    self.store = store
    self.commandLineChoice = commandLineChoice
    self.commandLineContact = commandLineContact ?? commandLineChoice?.contact
    self.make = make
    (owner, logger) = (context.owner, context.logger)
    let choice = Self.used(nil, commandLineChoice, self.commandLineContact)
    let owner = context.owner.owner
    self.choice = choice
    madeFor = owner
    catalogue = make(choice, owner)
  }

  /// Creates a selection of one catalogue, without a choice.
  public init(only catalogue: any BookCatalogue, context: AppContext) {
    (store, commandLineChoice, choice) = (nil, nil, CatalogueChoice())
    (owner, logger) = (context.owner, context.logger)
    madeFor = context.owner.owner
    make = { _, _ in catalogue }
    self.catalogue = catalogue
  }

  /// Returns a check of whether the current owner is still the same.
  func ownerCheck() -> @MainActor () -> Bool {
    let (session, current) = (owner, owner.owner)
    return { session.owner == current }
  }

  /// Reads the current owner's choice. Returns whether that was possible.
  @discardableResult
  func load() async -> Bool {
    let (owner, before) = (owner.owner, choices)
    guard let store else { return true }
    var (stored, isRead): (CatalogueChoice?, Bool) = (nil, true)
    do throws(StorageError) {
      let data = try await OwnedValues(store, of: owner, about: Self.subject).value(for: Self.key)
      stored = data.flatMap(Self.decoded)
    } catch {
      if error != .cancelled {
        logger.log(.error, "the chosen catalogue was not read: \(error)")
      }
      // What was chosen before holds, for the same owner.
      if owner == madeFor { return false }
      isRead = false
    }
    // The reader may have chosen meanwhile.
    guard owner == self.owner.owner, before == choices else { return isRead }
    apply(stored, owner)
    return isRead
  }

  /// Stores a catalogue, and uses it from now on. The stored contact stays.
  func choose(_ source: CatalogueChoice.Source) async throws(StorageError) {
    try await change(
      { CatalogueChoice(source, contact: $0.contact) }, onStored: { commandLineChoice = nil })
  }

  /// Stores a contact, or nil for none, and uses it from now on. The stored catalogue stays.
  func setContact(_ contact: String?) async throws(StorageError) {
    try await change(
      { CatalogueChoice($0.source, contact: contact) }, onStored: { commandLineContact = nil })
  }

  /// Changes the stored choice, except what only the command line asks for.
  ///
  /// - Parameter onStored: gives up what the command line asks for in its place.
  private func change(
    _ edit: @Sendable (CatalogueChoice) -> CatalogueChoice, onStored: () -> Void
  ) async throws(StorageError) {
    guard let store else { return }
    let owner = owner.owner
    let values = OwnedValues(store, of: owner, about: Self.subject)
    let stored = try await values.change("choosing a catalogue") { values throws(StorageError) in
      let choice = edit(try values.value(for: Self.key).flatMap(Self.decoded) ?? CatalogueChoice())
      let data: Data
      do { data = try JSONEncoder().encode(choice) } catch {
        throw .unavailable("the choice can't be written as JSON")
      }
      try values.set(data, for: Self.key)
      return choice
    }
    onStored()
    if owner == self.owner.owner { apply(stored, owner) }
  }

  /// Uses a stored choice, except what the command line asks for.
  private func apply(_ stored: CatalogueChoice?, _ owner: Owner) {
    let choice = Self.used(stored, commandLineChoice, commandLineContact)
    guard choice != self.choice || owner != madeFor else { return }
    self.choice = choice
    madeFor = owner
    catalogue = make(choice, owner)
    choices += 1
    version += 1
  }

  /// Notes that the catalogue on this machine has other books now, as after an import: open lists begin again.
  public func noteOtherBooks() { version += 1 }

  private static func used(
    _ stored: CatalogueChoice?, _ commandLineChoice: CatalogueChoice?,
    _ commandLineContact: String?
  ) -> CatalogueChoice {
    let source = (commandLineChoice ?? stored ?? CatalogueChoice()).source
    return CatalogueChoice(source, contact: commandLineContact ?? stored?.contact)
  }

  /// Deletes every owner's choice of a catalogue, and the contact for servers, from a backup. A stranger may have made
  /// the file: each reader chooses again.
  public nonisolated static func forgetChoices(
    in records: any KeyValueRecords
  ) throws(StorageError) {
    // By bytes: a letter before it may combine with the slash.
    let end = "/\(subject)/\(key)".utf8
    for (key, _) in try records.values(withPrefix: "")
    where key.utf8.suffix(end.count).elementsEqual(end) {
      try records.set(nil, for: key)
    }
  }

  private nonisolated static func decoded(_ data: Data) -> CatalogueChoice? {
    guard data.count <= maximumSize else { return nil }
    return (try? JSONDecoder().decode(CatalogueChoice.self, from: data))?.checked
  }
}
