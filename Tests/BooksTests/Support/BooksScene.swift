import Accounts
import Catalogue
import Services
import Core
import LocalCatalogue
import SQLiteStorage
import TestKit

@testable import Books

/// The whole feature over libraries in memory, with a user who may sign in during a test.
@MainActor final class BooksScene {
  let context: AppContext
  let stores = MemoryLibraryStores()
  private let places = MemoryKeyValueStore()
  let ada = Owner.account("ada")
  /// The requirements of the feature.
  var requirements = BooksRequirements()
  /// The reader's goal and favourite subjects.
  var goal: Int?
  var favourites: [String] = []
  /// Whether a guest's books move to the account at a sign-in.
  var movesBooks = false
  /// Whether the user has a membership.
  var isMember = false

  private let layout: WidthClass

  init(layout: WidthClass = .compact, variant: String? = nil) {
    self.layout = layout
    context = .test(experiments: variant.map { ["book-details": $0] } ?? [:])
  }

  /// Sets the requirements of an account for ratings and of a membership for shelves and details.
  func requireEverything() {
    requirements = BooksRequirements(
      account: Requirement(
        isMet: { [context] in context.owner.isSignedIn },
        make: { [weak self] _ in AskingFlow("Account") { await self?.signIn() } }),
      membership: Requirement(
        isMet: { [weak self] in self?.isMember ?? false },
        make: { [weak self] _ in AskingFlow("Membership") { self?.isMember = true } }))
  }

  func signIn() async {
    if movesBooks {
      try? await [feature].contributions(of: (any AccountData).self).first?.move(
        from: .guest, to: ada)
    }
    await context.currentOwner.signIn("ada", expires: nil)
  }

  var feature: Feature {
    BooksFeature.make(
      selection: CatalogueSelection(only: DatabaseCatalogue.ofTests, context: context),
      stores: stores, context: context, requirements: requirements,
      preferences: BooksPreferences(
        yearlyGoal: { [weak self] in self?.goal },
        setYearlyGoal: { [weak self] goal async throws(StorageError) in
          self?.goal = goal
          return true
        },
        favouriteSubjects: { [weak self] in self?.favourites ?? [] }))
  }

  /// Creates a session with the feature's tabs.
  func session() -> AppSession {
    AppSession(context: context, features: [feature], layout: layout, places: places)
  }

  /// Makes a session with only this catalogue.
  func sessionOver(_ catalogue: any BookCatalogue) -> AppSession {
    AppSession(
      context: context,
      features: [
        BooksFeature.make(
          selection: CatalogueSelection(only: catalogue, context: context),
          stores: stores, context: context)
      ], layout: .compact)
  }

  /// Makes a session over these libraries.
  func sessionOver(libraries stores: any LibraryStores) -> AppSession {
    let feature = BooksFeature.make(
      selection: CatalogueSelection(only: DatabaseCatalogue.ofTests, context: context),
      stores: stores, context: context)
    return AppSession(
      context: context, features: [feature], layout: .compact, places: MemoryKeyValueStore())
  }

  /// The libraries on a full disk.
  var fullStores: any LibraryStores {
    HookedLibraryStores(stores: stores) { () throws(StorageError) in throw .full }
  }

  var guestStore: any LibraryStore { stores.store(of: .guest) }
  var adaStore: any LibraryStore { stores.store(of: ada) }

  /// Adds the catalogue's Dune to the guest's library, with a note.
  func keepDune() async throws {
    var dune = LibraryEntry.sample(1, on: [.reading])
    dune.book.title = "Dune"
    dune.reference = CatalogueReference(source: "embedded", key: "dune")
    dune.notes = "Lent by Bo."
    try await guestStore.save(dune)
  }
}

/// A flow with a question: the user agrees, or closes the layer.
final class AskingFlow: Coordinator<Void> {
  private let title: String
  private let agree: () async -> Void

  init(_ title: String, agree: @escaping () async -> Void) {
    self.title = title
    self.agree = agree
    super.init()
  }

  override func start() {
    push(
      AskingScreen(title) { [weak self] in
        await self?.agree()
        self?.finish(())
      })
  }
}

private final class AskingScreen: Screen {
  let content: ScreenContent
  private let onAgree: () async -> Void

  init(_ title: String, onAgree: @escaping () async -> Void) {
    content = ScreenContent(title: title, actions: [Action("agree", title: "Agree")])
    self.onAgree = onAgree
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async { await onAgree() }
}

extension DatabaseCatalogue {
  /// The embedded records in memory, filled once for all tests.
  static let ofTests = DatabaseCatalogue(
    embedded: [EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }])
}
