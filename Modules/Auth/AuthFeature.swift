public import Accounts
public import Services
public import Core

/// The feature around accounts: signing in, making and deleting accounts, and the screen that lists
/// what the other features offer about them.
@MainActor public final class AuthFeature {
  /// The feature's schema migrations, oldest first.
  public nonisolated static let migrations = AuthMigrations.all

  /// Takes out of a copy of the tables who was signed in when it was made.
  public nonisolated static func endSessions(
    in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute("DELETE FROM auth_session")
  }

  private let services: AuthServices
  private let context: AppContext
  private let owner: CurrentOwner
  private var hasIdentified = false

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: tells the time.
  ///   - owner: who uses the app; this feature alone changes it.
  ///   - accounts: keeps accounts and who is signed in.
  ///   - hashing: turns passwords into what is kept of them.
  ///   - mail: sends codes to those who forgot their password.
  ///   - items: what the features add to the account's screen.
  ///   - data: what the features keep for their owners.
  ///   - database: where the features keep their tables, or nil for an app in memory.
  ///   - eraseBackups: removes the app's automatic copies; nil where there are none.
  ///   - suggestedName: what a new account's name may be.
  ///   - protectionClock: counts waits, and the time of codes and sessions; the context's clock where
  ///     there is no other.
  public init(
    context: AppContext, owner: CurrentOwner, accounts: any AccountStore,
    hashing: any PasswordHashing,
    mail: any MailSender, items: @escaping () -> [AccountItem],
    data: @escaping () -> [any AccountData], database: (any Database)? = nil,
    eraseBackups: (() async throws(StorageError) -> Void)? = nil,
    suggestedName: @escaping () -> String = { "" },
    protectionClock: (any AppClock)? = nil
  ) {
    self.context = context
    self.owner = owner
    services = AuthServices(
      owner: owner,
      accounts: AccountService(
        store: accounts, hashing: hashing, mail: mail, clock: context.clock,
        protectionClock: protectionClock ?? context.clock,
        identifiers: context.identifiers, randomness: context.randomness),
      current: CurrentAccount(), items: items, data: data, database: database,
      eraseBackups: eraseBackups, suggestedName: suggestedName)
  }

  /// The feature as the app gets it.
  public var feature: Feature {
    let services = services
    var feature = Feature(
      "auth",
      tabs: [TabItem(.account, title: "Account") { AccountCoordinator(services: services) }],
      destination: AuthLinks.destination,
      facts: { services.current.account == nil ? [] : ["signed in"] })
    feature.contributions.append(
      AccountExport(accounts: services.accounts))
    feature.identify = { await self.identify() }
    feature.reload = { await self.reload() }
    feature.makeReturn = { self.signIn(because: .expired) }
    return feature
  }

  /// The account of the current owner, or nil for a guest.
  public var account: Account? { services.current.account }

  /// An account, for those who require one: met by signing in, or by making one.
  public var requirement: Requirement {
    Requirement(
      isMet: { self.account != nil }, make: { _ in self.signIn(because: .needed) })
  }

  private func signIn(because reason: SignInViewModel.Reason) -> Coordinator<Void> {
    SignInCoordinator(
      .signIn(reason, email: reason == .expired ? lastEmail ?? "" : ""), services: services)
  }

  /// Whose session is over, so that they need not type their address again.
  private var lastEmail: String?

  /// Takes up the session of the last time, at the first call; forgets whoever left, at others.
  private func identify() async {
    if owner.isSignedIn { return }
    lastEmail = services.current.account?.email.text
    services.current.account = nil
    do throws(AuthError) {
      guard hasIdentified else {
        hasIdentified = true
        switch try await services.accounts.resumeSession() {
        case .none: return
        case .expired(let account):
          lastEmail = account.email.text
          return owner.noteExpiry()
        case .going(let account, let expires):
          services.current.account = account
          return owner.restore(account.id, expires: expires)
        }
      }
      try await services.accounts.endSession()
    } catch {
      // The app starts signed out.
      context.logger.log(.error, "the session was not read: \(error)")
      if error != .cancelled { context.notices.post(AuthText.unread(error), once: "session") }
    }
  }

  /// Takes up what another window made of the account. Where that has ended its session, the app begins
  /// again with the user who is signed in there.
  private func reload() async {
    guard let account = services.current.account else { return }
    do throws(AuthError) {
      let latest = try await services.accounts.signedIn(account.id)
      // Another user may use the app by now.
      guard services.current.account?.id == account.id else { return }
      if let latest { return services.current.account = latest }
      hasIdentified = false
      owner.endSessionFromOtherWindow()
    } catch {
      context.logger.log(.error, "the account was not read: \(error)")
    }
  }
}
