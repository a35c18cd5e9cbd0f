import Auth
import Core
import Membership

extension MembershipFeature {
  /// A membership belongs to an account, where there are accounts.
  convenience init(
    context: AppContext, payments: any PaymentProvider, auth: AuthFeature?
  ) {
    self.init(context: context, payments: payments, account: auth?.requirement)
  }
}
