import Accounts
import Services
import Observation

/// The user and the account actions.
@MainActor @Observable final class AccountViewModel {
  /// The result of the last action, for the screen to word.
  enum Result: Hashable {
    case signedIn
    case saved
    case passwordChanged
    case guestMoved
  }

  var result: Result?
  var problem: AuthError?
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

  var account: Account? { services.current.account }
  /// The items for the current owner.
  var items: [AccountItem] {
    let owner: Owner = account.map { .account($0.id) } ?? .guest
    return allItems.filter { $0.isOffered(owner) }
  }

  /// Loads the summary of the guest's data.
  func load() async {
    do throws(StorageError) {
      guestSummary = account == nil ? [] : try await services.summary(of: .guest)
    } catch { problem = .storage(error) }
  }
}
