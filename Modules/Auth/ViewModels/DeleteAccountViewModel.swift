import Services
import Observation

/// Deletes an account, once its address was typed.
@MainActor @Observable final class DeleteAccountViewModel {
  let account: Account
  var confirmation = "" { didSet { isWrong = false } }
  /// Whether the app's automatic copies go, too: they hold what everybody has.
  var erasesBackups = false
  /// Whether something else was typed than the address.
  private(set) var isWrong = false
  /// What the account has, in a person's words.
  private(set) var summary: [String] = []
  var problem: AuthError?

  @ObservationIgnored private let services: AuthServices

  init(_ account: Account, services: AuthServices) {
    self.account = account
    self.services = services
  }

  /// Whether the app makes copies that can be removed.
  var canEraseBackups: Bool { services.eraseBackups != nil }

  /// Reads what would go.
  func load() async {
    do throws(StorageError) {
      summary = try await services.summary(of: .account(account.id))
    } catch { problem = .storage(error) }
  }

  /// Whether the address was typed, in whatever case.
  func isConfirmed() -> Bool {
    isWrong = (try? EmailAddress(confirmation)) != account.email
    return !isWrong
  }

  /// Removes the account and all that is kept of it; false when something could not be removed.
  func erase() async -> Bool {
    do throws(AuthError) {
      try await services.erase(account.id, withBackups: erasesBackups)
      return true
    } catch {
      problem = error
      return false
    }
  }
}
