import Accounts
import Catalogue
import Core
import Foundation
import LocalCatalogue
import SQLiteStorage
import Services
import Synchronization
import TestKit
import Testing

@testable import Books

@Suite("The selected catalogue")
@MainActor struct CatalogueSelectionTests {
  private let context = AppContext.test()
  private let openLibrary = CatalogueChoice(.openLibrary, contact: "me@example.org")

  private func selection(
    _ store: any KeyValueStore, commandLineChoice: CatalogueChoice? = nil
  ) -> CatalogueSelection {
    CatalogueSelection(context: context, store: store, commandLineChoice: commandLineChoice) {
      _, _ in DatabaseCatalogue.ofTests
    }
  }

  private func choose(_ choice: CatalogueChoice, in selection: CatalogueSelection) async throws {
    try await selection.choose(choice.source)
    try await selection.setContact(choice.contact)
  }

  private func store(_ json: String) async throws -> MemoryKeyValueStore {
    let store = MemoryKeyValueStore()
    let values = OwnedValues(store, of: .guest, about: CatalogueSelection.subject)
    try await values.set(Data(json.utf8), for: "choice")
    return store
  }

  @Test("A choice is read again by the next session, and only by its owner's")
  func stored() async throws {
    let store = MemoryKeyValueStore()
    let selection = selection(store)
    await selection.load()
    #expect(selection.choice == CatalogueChoice(.local) && selection.version == 0)
    try await choose(openLibrary, in: selection)
    #expect(selection.choice == openLibrary && selection.version == 2)
    let next = self.selection(store)
    await next.load()
    #expect(next.choice == openLibrary)
    await context.currentOwner.signIn("ada", expires: nil)
    await next.load()
    #expect(next.choice == CatalogueChoice(.local))
  }

  @Test("Each owner gets a catalogue of their own, also where both have the same choice")
  func madeForOwner() async throws {
    let owners = Mutex<[Owner]>([])
    let selection = CatalogueSelection(
      context: context, store: MemoryKeyValueStore(), commandLineChoice: openLibrary
    ) { _, owner in
      owners.withLock { $0.append(owner) }
      return DatabaseCatalogue.ofTests
    }
    await context.currentOwner.signIn("ada", expires: nil)
    await selection.load()
    #expect(owners.withLock(\.self) == [.guest, .account("ada")])
    #expect(selection.version == 1)
  }

  @Test("A choice that is made while the stored one is read stays")
  func chosenWhileReading() async throws {
    let (store, gate) = (FaultyKeyValueStore(), Gate())
    let selection = selection(store)
    store.holdReading(gate)
    let loading = Task { await selection.load() }
    await gate.arrived()
    try await selection.choose(.openLibrary)
    gate.open()
    _ = await loading.value
    #expect(selection.choice == CatalogueChoice(.openLibrary) && selection.version == 1)
  }

  @Test("A choice that ends late is not used for a user who has signed in meanwhile")
  func signedInMeanwhile() async throws {
    let (store, gate) = (FaultyKeyValueStore(), Gate())
    let selection = selection(store)
    store.holdWriting(gate)
    let choosing = Task { try await selection.choose(.openLibrary) }
    await gate.arrived()
    await context.currentOwner.signIn("ada", expires: nil)
    gate.open()
    try await choosing.value
    #expect(selection.choice == CatalogueChoice(.local) && selection.version == 0)
    context.currentOwner.signOut()
    await selection.load()
    #expect(selection.choice == CatalogueChoice(.openLibrary))
  }

  @Test(
    "The name of a server has its port, unless it is the usual one",
    arguments: [
      ("https://books.example", "books.example"), ("https://books.example:443", "books.example"),
      ("http://books.example:80/", "books.example"),
      ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("http://[::1]:8080", "[::1]:8080"),
      ("https://books.example:80", "books.example:80"),
    ])
  func serverName(_ address: String, _ name: String) throws {
    let url = try #require(CatalogueChoice.address(address))
    #expect(CatalogueChoiceScreen.name(CatalogueChoice(.server(url))) == name)
  }

  @Test(
    "An address is kept in small letters and without a final slash",
    arguments: ["https://openlibrary.org/", "HTTPS://OpenLibrary.org", "https://openlibrary.org"])
  func address(_ text: String) {
    #expect(CatalogueChoice.address(text)?.absoluteString == "https://openlibrary.org")
  }

  @Test("The command line's choice comes before the stored one, until the reader chooses")
  func given() async throws {
    let store = MemoryKeyValueStore()
    try await choose(openLibrary, in: selection(store))
    let started = selection(store, commandLineChoice: CatalogueChoice(.local))
    await started.load()
    #expect(started.choice == CatalogueChoice(.local, contact: openLibrary.contact))
    let server = CatalogueChoice.Source.server(try #require(URL(string: "https://a.example")))
    try await started.choose(server)
    await started.load()
    #expect(started.choice == CatalogueChoice(server, contact: openLibrary.contact))
  }

  @Test("What only the command line asks for is not stored when the reader chooses something else")
  func givenOnce() async throws {
    let store = MemoryKeyValueStore()
    let started = selection(store, commandLineChoice: openLibrary)
    await started.load()
    await CatalogueChoiceViewModel(started).setContact("ada@example.org")
    await started.load()
    #expect(started.choice == CatalogueChoice(.openLibrary, contact: "ada@example.org"))
    let next = selection(store)
    await next.load()
    #expect(next.choice == CatalogueChoice(.local, contact: "ada@example.org"))
    let server = CatalogueChoice.Source.server(try #require(URL(string: "https://a.example")))
    let again = selection(store, commandLineChoice: openLibrary)
    await CatalogueChoiceViewModel(again).use(server)
    #expect(again.choice == CatalogueChoice(server, contact: openLibrary.contact))
    await next.load()
    #expect(next.choice == CatalogueChoice(server, contact: "ada@example.org"))
  }

  @Test(
    "A stored choice is checked like input",
    arguments: [
      #"{"source":{"server":{"_0":"ftp://a.example"}}}"#,
      #"{"source":{"server":{"_0":"https://me:secret@a.example"}}}"#,
      #"{"source":{"server":{"_0":"file:///etc/passwd"}}}"#,
      #"{"source":{"local":{}},"contact":"a\u001b[2J"}"#,
      #"{"source":{"unknown":{}}}"#, "{", "", "[]", String(repeating: " ", count: 5000) + "{}",
    ])
  func hostile(_ json: String) async throws {
    let selection = selection(try await store(json))
    await selection.load()
    #expect(selection.choice == CatalogueChoice(.local))
  }

  @Test("A good choice is read as it is stored")
  func readable() async throws {
    let json = #"{"source":{"server":{"_0":"https://a.example"}},"contact":"me"}"#
    let selection = selection(try await store(json))
    await selection.load()
    let url = try #require(URL(string: "https://a.example"))
    #expect(selection.choice == CatalogueChoice(.server(url), contact: "me"))
  }

  @Test("Each choice of a catalogue is removed from a backup, with its contact")
  func forgotten() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let server = #"{"source":{"server":{"_0":"https://a.example"}},"contact":"me"}"#
    let openLibrary = #"{"source":{"openLibrary":{}},"contact":"me"}"#
    let local = #"{"source":{"local":{}},"contact":"me"}"#
    for (key, json) in [
      ("guest/catalogue/choice", server), ("account/ada/catalogue/choice", local),
      ("account/bo/catalogue/choice", openLibrary), ("account/cy/catalogue/choice", "{"),
      ("guest/other/choice", server),
    ] { try await store.set(Data(json.utf8), for: key) }
    try await store.change("restoring") { records throws(StorageError) in
      try CatalogueSelection.forgetChoices(in: records)
    }
    let left = try await store.values(withPrefix: "").map(\.key)
    #expect(left == ["guest/other/choice"])
  }

  /// Returns a selection with a choice whose store fails.
  private func unreadable() async throws -> CatalogueSelection {
    let folder = try TemporaryFolder()
    let database = try SQLiteDatabase(path: "\(folder.path)/values.sqlite")
    try database.migrate(DatabaseKeyValueStore.migrations)
    let selection = selection(DatabaseKeyValueStore(database))
    try await choose(openLibrary, in: selection)
    database.close()
    return selection
  }

  @Test("A user whose choice can't be read does not get the one of the user before")
  func unreadableForAnother() async throws {
    let selection = try await unreadable()
    await context.currentOwner.signIn("ada", expires: nil)
    #expect(await selection.load() == false)
    #expect(selection.choice == CatalogueChoice(.local))
  }

  @Test("A store that fails changes nothing, and says so")
  func failing() async throws {
    let selection = try await unreadable()
    await selection.load()
    #expect(selection.choice == openLibrary)
    let viewModel = CatalogueChoiceViewModel(selection)
    await viewModel.use(.local)
    #expect(selection.choice == openLibrary && viewModel.choice == openLibrary)
    guard case .problem(.storage) = viewModel.result else {
      Issue.record("\(String(describing: viewModel.result))")
      return
    }
  }

  @Test("A choice whose reading is cancelled has no line in the log")
  func cancelledReading() async {
    let store = FaultyKeyValueStore()
    for (error, lines) in [(StorageError.cancelled, 0), (.full, 1)] {
      store.failReading(error)
      #expect(await selection(store).load() == false)
      #expect((context.logger as? MemoryLogger)?.lines.count == lines)
    }
  }

  @Test("The screen of a server's address says whose records it must have")
  func records() {
    let screen = CatalogueChoiceScreen(
      CatalogueChoiceViewModel(selection(MemoryKeyValueStore())))
    guard case .text(let text)? = screen.content.sections.last?.body else {
      Issue.record("\(screen.content)")
      return
    }
    #expect(text.contains("Another server must have Open Library's own records"))
  }
}
