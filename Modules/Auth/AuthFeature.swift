public import Accounts
public import Services
public import Core

/// The feature for accounts: signing in, creating and deleting accounts, and the screen with the
/// account items of all features.
@MainActor public final class AuthFeature {
  /// The feature's schema migrations, oldest first.
  public nonisolated static let migrations = AuthMigrations.all

  /// Removes the session from a backup.
  public nonisolated static func endSessions(
    in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute("DELETE FROM auth_session")
  }

  /// Removes the number of the guest's last move from a backup: a window would take that move for a new one.
  public nonisolated static func forgetMoves(
    in records: any KeyValueRecords
  ) throws(StorageError) {
    try GuestMoves.forget(in: records)
  }

  private let services: AuthServices
  private let context: AppContext
  private let owner: CurrentOwner
  private let keepsExpiredSession: Bool
  private var hasIdentified = false

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: has the clock.
  ///   - owner: the current owner; only this feature changes it.
  ///   - accounts: stores accounts and the session.
  ///   - hashing: hashes passwords.
  ///   - mail: sends codes for forgotten passwords.
  ///   - items: the account items of the features.
  ///   - data: the account data of the features.
  ///   - database: the database of the features, or nil for an app in memory.
  ///   - store: a key-value store in this database, by which a guest's windows know that the guest's data was moved
  ///     to an account; nil if there is only one window.
  ///   - eraseBackups: deletes the automatic backups; nil if there are none.
  ///   - suggestedName: returns a suggestion for a new account's name.
  ///   - stayingText: returns a sentence for the user about what stays when a guest's data is deleted, or nil.
  ///   - protectionClock: the clock of waits, codes and sessions; by default the context's.
  ///   - keepsExpiredSession: whether an expired session stays stored, so that the next start
  ///     reports it again.
  public init(
    context: AppContext, owner: CurrentOwner, accounts: any AccountStore,
    hashing: any PasswordHashing,
    mail: any MailSender, items: @escaping () -> [AccountItem],
    data: @escaping () -> [any AccountData], database: (any Database)? = nil,
    store: (any KeyValueStore)? = nil, eraseBackups: BackupErasure? = nil,
    suggestedName: @escaping () -> String = { "" }, stayingText: @escaping () -> String? = { nil },
    protectionClock: (any AppClock)? = nil, keepsExpiredSession: Bool = false
  ) {
    self.context = context
    self.owner = owner
    self.keepsExpiredSession = keepsExpiredSession
    services = AuthServices(
      accounts: AccountService(
        store: accounts, hashing: hashing, mail: mail, clock: context.clock,
        protectionClock: protectionClock ?? context.clock,
        identifiers: context.identifiers, randomness: context.randomness,
        logger: context.logger),
      session: UserSession(owner: owner), items: items, data: data, database: database,
      eraseBackups: eraseBackups, suggestedName: suggestedName, stayingText: stayingText,
      guestMoves: store.map { GuestMoves(store: $0, clock: protectionClock ?? context.clock) })
  }

  /// The feature for the app.
  public var feature: Feature {
    let services = services
    var feature = Feature(
      "auth",
      tabs: [TabItem(.account, title: AuthText.tab) { AccountCoordinator(services: services) }],
      destination: AuthLinks.destination)
    feature.contributions += [
      SessionFacts { services.session.account == nil ? [] : ["signed in"] },
      AccountExport(accounts: services.accounts),
    ]
    feature.identify = { await self.identify() }
    feature.reload = { await self.reload() }
    feature.makeSignInAgain = { self.signIn(because: .expired) }
    return feature
  }

  /// The account of the current owner, or nil for a guest.
  var account: Account? { services.session.account }

  /// The requirement of an account, met by signing in or by creating one.
  public var requirement: Requirement {
    Requirement(
      isMet: { self.account != nil }, make: { _ in self.signIn(because: .needed) })
  }

  /// Creates the flow of a required sign-in. The screen that continues after it doesn't know the result, so a
  /// notice has it.
  private func signIn(because reason: SignInViewModel.Reason) -> Coordinator<Void> {
    SignInCoordinator(.signIn(reason), services: services) { [context] in
      context.notices.post(AuthText.notice($0))
    }
  }

  /// Resumes the stored session, at the first call and after another window has ended this window's. At other calls
  /// clears the former owner's account, and ends its session unless another window has extended it.
  private func identify() async {
    if owner.isSignedIn { return }
    let former = services.session.takeFormer()
    if hasIdentified, let former { services.session.noteExpiry(of: former) }
    services.guestMoves?.known = try? await services.guestMoves?.lastMove()
    do throws(AuthError) {
      guard hasIdentified else {
        hasIdentified = true
        switch try await services.accounts.resumeSession(keepsExpired: keepsExpiredSession) {
        case .none: return
        case .expired(let account):
          services.session.noteExpiry(of: account)
          return owner.noteExpiry()
        case .going(let account, let expires):
          return services.session.resume(account, expires: expires)
        }
      }
      if let former { await services.accounts.endExpiredSession(of: former.id) }
    } catch {
      // The app starts signed out.
      context.logger.log(.error, "the session was not read: \(error)")
      if error != .cancelled { context.notices.post(AuthText.unread(error), once: "session") }
    }
  }

  /// Applies another window's changes of the account. If its session has ended there, the app
  /// restarts with the user who is signed in there.
  ///
  /// - Returns: whether the account could be read, or a guest's data and the number of its moves.
  private func reload() async -> Bool {
    let session = services.session
    guard let account = session.account else { return await noteMovedGuest() }
    do throws(AuthError) {
      let latest = try await services.accounts.signedIn(account.id)
      // The owner may have changed meanwhile.
      guard session.account?.id == account.id else { return true }
      guard let latest else {
        hasIdentified = false
        session.endFromOtherWindow()
        return true
      }
      session.update(latest)
      if let end = try await services.accounts.sessionEnd(of: account.id) {
        session.extend(account.id, to: end)
      }
      return true
    } catch {
      if error != .cancelled {
        context.logger.log(.error, "the account was not read: \(error)")
      }
      return false
    }
  }
}

extension AuthFeature {
  /// Posts a notice to a guest whose data another window has moved to an account.
  ///
  /// - Returns: whether the moves and the guest's data could be read.
  private func noteMovedGuest() async -> Bool {
    do throws(StorageError) {
      let wasMoved = try await services.findMovedGuest()
      if wasMoved, account == nil { context.notices.post(AuthText.guestMoved) }
      return true
    } catch {
      if error != .cancelled {
        context.logger.log(.error, "the moves of the guest's data were not read: \(error)")
      }
      return false
    }
  }
}

/// The links of the feature: `booksapp://account`, and one for each account item.
enum AuthLinks {
  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "account", link.path.count <= 1 else { return nil }
    return LinkDestination(
      tab: .account, routes: link.path.map { .accountItem(Identifier($0)) })
  }
}
