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
    case guestMoved([String])
  }

  var result: Result?
  var problem: AuthError?
  /// Why the guest's data could not be read, or nil.
  private(set) var loadProblem: AuthError?
  /// The item whose page is beside the list, or nil.
  var shownItem: AccountItem.ID?
  /// A summary of the guest's data that can move to the account.
  private(set) var guestSummary: [String] = []

  @ObservationIgnored private let services: AuthServices
  /// The items of all features, which stay the same while the app runs.
  @ObservationIgnored private lazy var allItems = services.items()

  init(services: AuthServices) {
    self.services = services
  }

  var account: Account? { services.session.account }
  /// The items for the current user.
  var items: [AccountItem] { allItems.filter { services.isOffered($0) } }

  /// Loads the summary of the guest's data.
  func load() async {
    do throws(StorageError) {
      guestSummary = account == nil ? [] : try await services.summary(of: .guest)
      loadProblem = nil
    } catch { loadProblem = error == .cancelled ? nil : .storage(error) }
  }
}
