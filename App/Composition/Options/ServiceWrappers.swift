// feature: Backups
public import Files
// end
public import Services
public import Auth
public import Books
public import Catalogue
public import Membership

/// Decorators of the services that reach outside of the app: a recorder, a logger, or a test's
/// gate.
///
/// ```swift
/// var wrappers = ServiceWrappers()
/// wrappers.store = { Recording(of: $0) }
/// let world = AppWorld(options, wrapping: wrappers)
/// ```
@MainActor public struct ServiceWrappers {
  /// Decorates a service: returns the service that the app uses instead.
  public typealias Wrapper<Service> = (Service) -> Service

  // feature: Books
  /// Decorates the catalogue.
  public var catalogue: Wrapper<any BookCatalogue> = { $0 }
  /// Decorates the stores of the libraries.
  public var libraries: Wrapper<any LibraryStores> = { $0 }
  // end
  /// Decorates the key-value store of the features. Routes are in the same store only if the app is in memory; over
  /// files they have one of their own, which is not decorated.
  public var store: Wrapper<any KeyValueStore> = { $0 }
  // feature: Auth
  /// Decorates the store of accounts.
  public var accounts: Wrapper<any AccountStore> = { $0 }
  /// Decorates the hashing of passwords.
  public var hashing: Wrapper<any PasswordHashing> = { $0 }
  /// Decorates the clock of waits, codes and sessions of stored accounts.
  public var protectionClock: Wrapper<any AppClock> = { $0 }
  // end
  /// Wraps the clock of the app.
  public var clock: @Sendable (any AppClock) -> any AppClock = { $0 }
  // feature: Membership
  /// Decorates the payment provider.
  public var payments: Wrapper<any PaymentProvider> = { $0 }
  // end
  // feature: Backups
  /// Decorates the backup keeper.
  public var backups: Wrapper<any BackupKeeper> = { $0 }
  // end

  /// Creates wrappers that leave the services unchanged.
  public init() {}
}
