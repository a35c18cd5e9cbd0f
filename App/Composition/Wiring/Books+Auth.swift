import Auth
import Books

extension BooksRequirements {
  /// What is signed with a name takes an account.
  mutating func ask(_ auth: AuthFeature) {
    account = auth.requirement
  }
}
