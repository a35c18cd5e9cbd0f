public import Files
public import Services
public import Auth
public import Books
public import Catalogue
public import Membership

/// What is put around the services that reach outside of the app: a recording, a log, or a test
/// that holds an answer back.
///
/// ```swift
/// var wrappers = ServiceWrappers()
/// wrappers.catalogue = { Recording(of: $0) }
/// let world = AppWorld(options, wrapping: wrappers)
/// ```
@MainActor public struct ServiceWrappers {
  /// Decorates a service: returns what the app uses in its place.
  public typealias Wrapper<Service> = (Service) -> Service

  /// Around where books are looked up.
  public var catalogue: Wrapper<any BookCatalogue> = { $0 }
  /// Around the stores of the libraries.
  public var libraries: Wrapper<any LibraryStores> = { $0 }
  /// Around what keeps profiles, memberships and places.
  public var store: Wrapper<any KeyValueStore> = { $0 }
  /// Around what keeps accounts.
  public var accounts: Wrapper<any AccountStore> = { $0 }
  /// Around what passwords are hashed with.
  public var hashing: Wrapper<any PasswordHashing> = { $0 }
  /// Around the clock that counts waits, and the time of codes and sessions, of kept accounts.
  public var protectionClock: Wrapper<any AppClock> = { $0 }
  /// Around what takes money.
  public var payments: Wrapper<any PaymentProvider> = { $0 }
  /// Around what makes and restores backups.
  public var backups: Wrapper<any BackupKeeper> = { $0 }

  /// Creates wrappers that do nothing: the app uses the services as they are.
  public init() {}
}
