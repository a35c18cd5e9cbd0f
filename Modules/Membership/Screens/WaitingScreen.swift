import Services
import Core

/// A purchase without an answer: check it, try again, or leave it for later. Once another window has
/// the answer, continue with it.
final class WaitingScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onAnswer: (WaitingViewModel.Answer) -> Void
    let onLater: () -> Void
  }

  let viewModel: WaitingViewModel
  private let requests: Requests

  init(_ viewModel: WaitingViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var content: ScreenContent {
    let purchase = viewModel.purchase
    return ScreenContent(
      title: viewModel.settled == nil ? "Waiting for the bank" : "The bank has answered",
      subtitle: viewModel.isSandbox ? MembershipText.sandbox : nil,
      status: viewModel.isAsking ? .loading(nil) : .idle, notice: notice,
      sections: [
        ContentSection(
          "purchase",
          .text(
            """
            \(MembershipText.title(purchase.plan)), \(MembershipText.price(purchase.plan)), \
            started on \(MembershipText.day(purchase.begun)).

            \(state)
            """))
      ],
      actions: actions.map(\.action))
  }

  private var state: String {
    switch viewModel.settled {
    case .progress(.paid)?: "It is paid."
    // A purchase that is gone without a receipt was not paid.
    case .progress?: "The purchase was closed. You are a member already."
    case .refused?: "The purchase was closed. Nothing was charged, and you can buy again."
    case nil:
      """
      \(text(viewModel.purchase.state))

      You can leave. The purchase is saved and checked again when you open your membership.
      """
    }
  }

  private func text(_ state: OpenPurchase.State) -> String {
    switch state {
    case .pending: "The bank has not decided yet."
    case .unknown:
      "The bank did not answer, so your payment is uncertain. Check with the bank, or retry: that"
        + " sends the same purchase again, and you won't pay twice."
    }
  }

  private var notice: Notice? {
    guard viewModel.settled == nil else { return nil }
    if let problem = viewModel.problem { return MembershipText.notice(problem) }
    if let plan = viewModel.refusedPlan {
      return MembershipText.notBegun(plan, open: viewModel.purchase.plan)
    }
    return viewModel.asked > 0 ? Notice("The bank has not decided yet. Check again later.") : nil
  }

  var actions: [ScreenAction] {
    if let answer = viewModel.settled {
      return [
        ScreenAction("continue", title: "Continue", role: .primary) { [requests] in
          requests.onAnswer(answer)
        }
      ]
    }
    var actions = [
      ScreenAction("check", title: "Check with the bank", role: .primary) { [self] in
        if let answer = await viewModel.check() { requests.onAnswer(answer) }
      }
    ]
    if viewModel.purchase.state == .unknown {
      actions.append(
        ScreenAction("retry", title: "Send the same purchase again") { [self] in
          if let answer = await viewModel.retry() { requests.onAnswer(answer) }
        })
    }
    return actions + [
      ScreenAction("later", title: "Later", role: .cancel, perform: requests.onLater)
    ]
  }
}
