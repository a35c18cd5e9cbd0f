import Accounts
import Services
import Core
import TestKit

/// The least app that has gates, one tab, and somebody who is signed in.
final class ToyRoot: Coordinator<Never>, AppRoot, OwnerObserver {
  let features: [Feature]
  private(set) var isLaunched = false
  var onLaunch: (() -> Void)?
  var onReturn: (() -> Void)?
  private let toys: Toys
  private var hasBegun = false

  init(_ feature: Feature, toys: Toys) {
    var feature = feature
    let list = ToyList(toys)
    self.toys = toys
    self.list = list
    feature.reload = { await list.load() }
    features = [feature]
    super.init(name: "app")
  }

  private let list: ToyList

  override var endsWhenEmpty: Bool { false }

  override func start() {
    context.owner.add(self)
    begin()
  }

  private func begin() {
    perform("prepare") { [weak self] in await self?.prepare() }
  }

  private func prepare() async {
    if hasBegun { try? await toys.enter(nil) }
    hasBegun = true
    if let visitor = try? await toys.visitor() {
      context.currentOwner.restore(Identifier(visitor), expires: nil)
    }
    for feature in features { await feature.prepare?() }
    await list.load()
    passGates(features.flatMap(\.gates)[...])
  }

  private func passGates(_ gates: ArraySlice<LaunchGate>) {
    guard isRunning else { return }
    guard let index = gates.firstIndex(where: { $0.isNeeded() }) else { return showTab() }
    startChild(gates[index].make(), .on(navigator)) { [weak self] outcome in
      if outcome.value != nil { self?.passGates(gates[(index + 1)...]) }
    }
  }

  private func showTab() {
    guard let navigator = pushTabs([("toys", "Toys")]).first else { return }
    startChild(ToyCoordinator(list), .on(navigator))
    isLaunched = true
    onLaunch?()
    for feature in features {
      guard let work = feature.launched else { continue }
      performInBackground("launched") { await work() }
    }
  }

  func tabCoordinator(_ tab: TabItem.ID) -> (any TabCoordinator)? {
    children.lazy.compactMap { $0 as? any TabCoordinator }.first
  }

  func select(_ tab: TabItem.ID) {}
  func ownerSignedIn() async {}

  func ownerLeft(hasExpired: Bool) {
    guard isRunning else { return }
    isLaunched = false
    clear()
    begin()
  }
}

/// The toys as they were read last.
@MainActor final class ToyList {
  let toys: Toys
  private(set) var names: [String] = []
  private(set) var problem: StorageError?

  init(_ toys: Toys) { self.toys = toys }

  func load() async {
    do throws(StorageError) { names = try await toys.all() } catch { problem = error }
  }

  func add(_ name: String) async {
    do throws(StorageError) { try await toys.add(name) } catch { problem = error }
    await load()
  }
}

private final class ToyCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let list: ToyList

  init(_ list: ToyList) {
    self.list = list
    super.init(name: "toys")
  }

  override func start() {
    push(ToyScreen(list, owner: context.currentOwner))
  }

  func show(_ route: Route) async -> RouteAnswer { .refused("there are no other places") }
}

private final class ToyScreen: Screen {
  private let list: ToyList
  private let owner: CurrentOwner

  init(_ list: ToyList, owner: CurrentOwner) {
    self.list = list
    self.owner = owner
  }

  private static let name = Field("name", label: "Name", kind: .text)

  var content: ScreenContent {
    ScreenContent(
      title: "Toys", subtitle: owner.owner.account?.rawValue,
      notice: list.problem.map { Notice($0.description) },
      sections: [ContentSection("toys", .rows(list.names.map { Row(Row.ID($0), title: $0) }))],
      actions: [
        Action("add", title: "Add", input: Self.name),
        Action("enter", title: "Enter", input: Self.name),
      ])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    guard case .value(.text(let name)) = input else { return }
    if action == "enter" {
      try? await list.toys.enter(name)
      await owner.signIn(Identifier(name), expires: nil)
    } else {
      await list.add(name)
    }
  }
}
