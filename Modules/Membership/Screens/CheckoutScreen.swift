import Services
import Core

/// The item, its price, and the form before paying.
final class CheckoutScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    /// Fulfils the conditions of the purchase; returns `false` if they are not met, if the user has
    /// cancelled, or if nothing has to be paid.
    let onRequire: () async -> Bool
    /// Receives the progress of the purchase.
    let onProgress: (PurchaseProgress) -> Void
  }

  let viewModel: CheckoutViewModel
  private let requests: Requests

  init(_ viewModel: CheckoutViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    let plan = viewModel.plan
    return ScreenContent(
      title: "Buy the \(MembershipText.title(plan).lowercased()) membership",
      subtitle: viewModel.isSandbox ? MembershipText.sandbox : nil,
      status: viewModel.isPaying ? .loading(nil) : .idle, notice: notice,
      sections: [
        ContentSection(
          "price",
          .text(
            "\(MembershipText.price(plan)), renewed until you cancel."
              + " You can cancel at any time. You then stay a member until the end of the paid period."
          )),
        ContentSection("form", .fields(fields.map(\.field))),
      ],
      actions: actions.map(\.action))
  }

  private var notice: Notice? {
    if viewModel.lacksAccount {
      return Notice(
        "A membership needs an account. Nothing was charged, and what you typed is still here.",
        tone: .problem)
    }
    return viewModel.problem.map(MembershipText.closedNotice)
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "name", label: "Name on the receipt", kind: .text, value: FieldValue(text: viewModel.name),
        placeholder: "optional", problem: nameProblem
      ) { [viewModel] in viewModel.name = $0.text }
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction(
        "buy", title: "Buy for \(MembershipText.amount(viewModel.plan.price))", role: .primary,
        input: viewModel.isSandbox ? Self.sandboxAnswer : nil
      ) { [self] in await buy($0.choice.flatMap(SandboxAnswer.init(rawValue:))) }
    ]
  }

  /// The sandbox's question, where a bank asks for a card.
  private static let sandboxAnswer = Field(
    "sandbox", label: "Answer of the sandbox",
    kind: .choice(
      SandboxAnswer.allCases.map { answer in
        Field.Option(Identifier(answer.rawValue), title: MembershipText.title(answer))
      }), value: .choice(Identifier(SandboxAnswer.accept.rawValue)))

  private var nameProblem: String? {
    switch viewModel.nameProblem {
    case nil, .empty: nil
    case .tooLong: "A name can have at most \(CheckoutViewModel.maximumNameLength) characters here."
    case .invisible: "A name needs a visible character."
    case .unprintable: "A name can't have control characters or invisible marks."
    }
  }

  private func buy(_ simulated: SandboxAnswer?) async {
    guard let name = viewModel.readName() else { return }
    guard await requests.onRequire() else { return viewModel.notBegun() }
    if let progress = await viewModel.pay(name: name, simulated: simulated) {
      requests.onProgress(progress)
    }
  }
}
