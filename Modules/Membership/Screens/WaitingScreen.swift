import Services
import Core

/// A purchase without an answer: check it, try again, or leave it for later.
final class WaitingScreen: ModelScreen {
  let viewModel: WaitingViewModel
  private let onAnswer: (WaitingViewModel.Answer) -> Void
  private let onLater: () -> Void

  init(
    _ viewModel: WaitingViewModel, onAnswer: @escaping (WaitingViewModel.Answer) -> Void,
    onLater: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.onAnswer = onAnswer
    self.onLater = onLater
  }

  var content: ScreenContent {
    let purchase = viewModel.purchase
    return ScreenContent(
      title: "Waiting for the bank", subtitle: viewModel.isSandbox ? MembershipText.sandbox : nil,
      status: viewModel.isAsking ? .loading(nil) : .idle, notice: notice,
      sections: [
        ContentSection(
          "purchase",
          .text(
            """
            \(MembershipText.title(purchase.plan)), \(MembershipText.price(purchase.plan)), \
            started on \(MembershipText.day(purchase.begun)).

            \(text(purchase.state))

            You can leave. The purchase is saved and checked again when you open your membership.
            """))
      ],
      actions: actions.map(\.action))
  }

  private func text(_ state: OpenPurchase.State) -> String {
    switch state {
    case .pending: "The bank has not decided yet."
    case .unknown:
      "The bank did not answer, so your payment is uncertain. Check, or try again: it is the same"
        + " purchase, and you won't pay twice."
    }
  }

  private var notice: Notice? {
    if let problem = viewModel.problem { return MembershipText.notice(problem) }
    return viewModel.asked > 0 ? Notice("The bank has not decided yet. Check again later.") : nil
  }

  var actions: [ScreenAction] {
    var actions = [
      ScreenAction("check", title: "Check with the bank", role: .primary) { [self] in
        if let answer = await viewModel.check() { onAnswer(answer) }
      }
    ]
    if viewModel.purchase.state == .unknown {
      actions.append(
        ScreenAction("retry", title: "Try again") { [self] in
          if let answer = await viewModel.retry() { onAnswer(answer) }
        })
    }
    return actions + [ScreenAction("later", title: "Later", role: .cancel, perform: onLater)]
  }
}
