import Services
import Observation

/// Deletes an account after the user has typed its address.
///
/// That prevents a mistake. A password would not prevent more: a person at this window can delete the files, too.
@MainActor @Observable final class DeleteAccountViewModel {
  /// The account, with what another window has changed since the form was opened.
  var account: Account {
    services.session.account.flatMap { $0.id == opened.id ? $0 : nil } ?? opened
  }
  var confirmation = "" { didSet { isWrong = false } }
  /// Whether to delete the app's automatic backups, too: they contain all users' data.
  var erasesBackups = false
  /// Whether the typed address is wrong.
  private(set) var isWrong = false
  /// A summary of the account's data.
  private(set) var summary: [String] = []
  /// Why the account could not be deleted, or nil.
  private(set) var problem: AuthError?
  /// Why the data could not be read, or nil.
  private(set) var loadProblem: AuthError?

  @ObservationIgnored private let opened: Account
  @ObservationIgnored private let services: AuthServices

  init(_ account: Account, services: AuthServices) {
    opened = account
    self.services = services
  }

  /// Why some backups are left after the account was deleted, or nil.
  private(set) var leftBackups: StorageError?

  /// Whether the app makes backups that can be deleted.
  var canEraseBackups: Bool { services.eraseBackups != nil }

  /// Loads the summary of the data to delete.
  func load() async {
    do throws(StorageError) {
      summary = try await services.summary(of: .account(account.id))
      loadProblem = nil
    } catch { loadProblem = error == .cancelled ? nil : .storage(error) }
  }

  /// Returns whether the address was typed, ignoring case. Begins a new try, without the problem of the one before.
  func validate() -> Bool {
    problem = nil
    isWrong = (try? EmailAddress(confirmation)) != account.email
    return !isWrong
  }

  /// Deletes the account and its data, completely or not at all; returns `false` if that failed.
  func erase() async -> Bool {
    do throws(AuthError) {
      leftBackups = try await services.erase(account.id, withBackups: erasesBackups)
      return true
    } catch {
      problem = error
      return false
    }
  }
}
