import Books
import Membership

extension BooksRequirements {
  /// What only members have takes a membership.
  mutating func ask(_ membership: MembershipFeature) {
    self.membership = membership.requirement
  }
}
