import Accounts
import Services
import Core
import TestKit

extension Feature {
  /// A feature with one tab, a list of toys, and a visitor who may be signed in.
  @MainActor static func toys(_ toys: Toys, _ owner: CurrentOwner) -> Feature {
    let list = ToyList(toys)
    var hasBegun = false
    var feature = Feature("toys", tabs: [TabItem("toys", title: "Toys") { ToyCoordinator(list) }])
    feature.identify = {
      // Asked again: the visitor has left.
      if hasBegun { try? await toys.enter(nil) }
      hasBegun = true
      if let visitor = try? await toys.visitor() {
        owner.restore(Identifier(visitor), expires: nil)
      }
    }
    feature.prepare = { await list.load() }
    feature.reload = {
      await list.load()
      return true
    }
    return feature
  }
}

/// The last loaded toys.
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
