import Accounts
import Services
import Observation

/// Who uses the app, and what can be done about it.
@MainActor @Observable final class AccountViewModel {
  /// What was done here last, for the screen to put in words.
  enum Result: Hashable {
    case signedIn
    case saved
    case passwordChanged
    case guestMoved
  }

  var result: Result?
  var problem: AuthError?
  /// The item whose page stands beside the list, or nil where none does.
  var shownItem: AccountItem.ID?
  /// What a guest did on this machine and could be moved to the account, in a person's words.
  private(set) var guestSummary: [String] = []

  @ObservationIgnored private let services: AuthServices

  init(services: AuthServices) {
    self.services = services
  }

  var account: Account? { services.current.account }
  /// The items for the current owner.
  var items: [AccountItem] {
    let owner: Owner = account.map { .account($0.id) } ?? .guest
    return services.items().filter { $0.isOffered(owner) }
  }

  /// Reads what a guest left behind.
  func load() async {
    do throws(StorageError) {
      guestSummary = account == nil ? [] : try await services.summary(of: .guest)
    } catch { problem = .storage(error) }
  }
}
