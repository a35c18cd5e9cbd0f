import Accounts
import Services
@testable import Auth
import Core
import CryptHashing
import Foundation
import TestKit
import Testing

/// An app with accounts only, over real services that outlive its sessions.
@MainActor final class AuthHarness {
  let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  let store: any KeyValueStore = MemoryKeyValueStore()
  let accountStore: any AccountStore
  let hashing: any PasswordHashing
  let mail: any MailSender
  let identifiers = CountingIdentifiers()
  /// The last session's value.
  private(set) var feature: AuthFeature?
  private(set) var context: AppContext
  /// The error of moving data, or nil.
  var movingProblem: StorageError?
  /// The error of reading data for a summary, or nil.
  var readingProblem: StorageError?
  /// Deletes the automatic backups; nil if there are none.
  var eraseBackups: BackupErasure?
  /// The lock of the item's page, or nil.
  var pageLock: Lock?

  init(
    accounts: any AccountStore = MemoryAccountStore(),
    hashing: any PasswordHashing = YescryptHashing(cost: 1),
    mail: any MailSender = SandboxMail()
  ) {
    accountStore = accounts
    self.hashing = hashing
    self.mail = mail
    context = AppContext.test()
  }

  static let data = "things"

  func session(layout: WidthClass = .compact) -> AppSession {
    context = AppContext(
      clock: clock, identifiers: identifiers, randomness: SeededRandomness(seed: 1),
      logger: MemoryLogger(), owner: CurrentOwner())
    let data = OwnedValuesData(about: Self.data, in: store) { values in
      values.isEmpty ? nil : "\(values.count) things"
    }
    let store = store
    let feature = AuthFeature(
      context: context, owner: context.currentOwner, accounts: accountStore, hashing: hashing,
      mail: mail,
      items: { [weak self] in
        [AccountItem("page", title: "A page") { PageCoordinator(self?.pageLock) }]
      },
      data: { [weak self] in
        [data, PlacesData(in: store)]
          + (self?.failing ?? [])
      }, store: store, eraseBackups: eraseBackups, suggestedName: { "Suggested" })
    self.feature = feature
    return AppSession(
      context: context, features: [feature.feature], layout: layout, places: store)
  }

  private var failing: [any AccountData] {
    var failing: [any AccountData] = []
    if let movingProblem { failing.append(UnmovableData(problem: movingProblem)) }
    if let readingProblem { failing.append(UnreadableData(problem: readingProblem)) }
    return failing
  }

  func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: Self.data)
  }

  var accounts: AccountService { makeAccounts() }

  /// Creates the service of a window with clocks of its own.
  func makeAccounts(
    clock: (any AppClock)? = nil, protectionClock: (any AppClock)? = nil
  ) -> AccountService {
    AccountService(
      store: accountStore, hashing: hashing, mail: mail, clock: clock ?? self.clock,
      protectionClock: protectionClock ?? self.clock, identifiers: identifiers,
      randomness: SeededRandomness(seed: 1), logger: MemoryLogger())
  }

  /// Creates the services of a feature over this account data.
  func services(
    _ data: [any AccountData] = [], in database: (any Database)? = nil
  ) -> AuthServices {
    AuthServices(
      accounts: accounts, session: UserSession(owner: CurrentOwner()), items: { [] },
      data: { data }, database: database, eraseBackups: eraseBackups, suggestedName: { "" })
  }

  nonisolated static let password = "a long enough password"

  /// Creates an account before the app starts.
  @discardableResult
  func account(_ name: String = "Ada") async throws -> Account {
    try await accounts.create(
      name: name, email: EmailAddress("\(name.lowercased())@example.org"),
      password: Secret(Self.password))
  }

  /// Creates an account, and begins a session of it.
  @discardableResult
  func signedInAccount(_ name: String = "Ada") async throws -> Account {
    let made = try await account(name)
    _ = try await accounts.beginSession(of: made)
    return made
  }
}

/// Data that can't be moved to another owner.
private struct UnmovableData: AccountData {
  let problem: StorageError
  let name = "unmovable"

  func summary(of owner: Owner) async throws(StorageError) -> String? { nil }
  func export(of owner: Owner) async throws(StorageError) -> Data? { nil }
  func prepare(_ change: OwnerChange) async throws(StorageError) { throw problem }
  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) { throw problem }
  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {}
}

/// Data that can't be read.
private struct UnreadableData: AccountData {
  let problem: StorageError
  let name = "unreadable"

  func summary(of owner: Owner) async throws(StorageError) -> String? { throw problem }
  func export(of owner: Owner) async throws(StorageError) -> Data? { throw problem }
  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}
  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {}
}

/// The flow of an account item.
private final class PageCoordinator: Coordinator<Void> {
  private let lock: Lock?

  init(_ lock: Lock?) {
    self.lock = lock
    super.init()
  }

  override func start() { push(PageScreen(lock: lock), route: .accountItem("page")) }
}

private final class PageScreen: Screen {
  let content = ScreenContent(title: "A page")
  let lock: Lock?

  init(lock: Lock?) { self.lock = lock }

  func perform(_ action: Action.ID, _ input: ActionInput) async {}
}

extension AppDriver {
  /// Fills in and submits the form for a new account.
  func createAccount(_ name: String, password: String = AuthHarness.password) async {
    await fill("name", name)
    await fill("email", "\(name.lowercased())@example.org")
    await fill("password", password)
    await fill("terms", "accept")
    await tap("create")
  }

  func signIn(_ name: String, password: String = AuthHarness.password) async {
    await fill("email", "\(name.lowercased())@example.org")
    await fill("password", password)
    await tap("sign-in")
  }
}
