import Accounts
import Services
import Observation

/// The user and the account actions.
@MainActor @Observable final class AccountViewModel {
  /// The result of the last action, for the screen to word.
  enum Result: Hashable {
    case signedIn(SignInResult)
    case saved
    case passwordChanged
    /// The guest's data was moved to the account, with a summary of it.
    case guestMoved(MoveSummary)
    /// The guest no longer has data.
    case nothingToMove
  }

  var result: Result?
  var problem: AuthError?
  /// Why the guest's data could not be read, or nil.
  private(set) var loadProblem: AuthError?
  /// The item whose page is beside the list, or nil.
  var shownItem: AccountItem.ID?
  /// A summary of the guest's data, which can move to the account; empty for a guest.
  private(set) var guestSummary: [String] = []

  /// The items of all features, which stay the same while the app runs.
  @ObservationIgnored private(set) lazy var items = services.items()
  @ObservationIgnored private let services: AuthServices

  init(services: AuthServices) {
    self.services = services
  }

  var account: Account? { services.session.account }

  /// Loads the summary of the guest's data for an account.
  func load() async {
    guard account != nil else { return }
    do throws(StorageError) {
      guestSummary = try await services.summary(of: .guest)
      loadProblem = nil
    } catch { loadProblem = error == .cancelled ? nil : .storage(error) }
  }
}
