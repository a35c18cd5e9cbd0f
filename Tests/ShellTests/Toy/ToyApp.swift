import Services
import Core
import Foundation
import Shell
import TestKit

/// A small app over the real core: two tabs, a list, a form that locks, a question and a secret.
extension Feature {
  @MainActor static func toy(_ services: ToyServices) -> Feature {
    Feature(
      "toy",
      gates: [
        LaunchGate(isNeeded: { services.asksAtStart }, make: QuestionCoordinator.init)
      ],
      tabs: [
        TabItem("planets", title: "Planets") { PlanetsCoordinator(services: services) },
        TabItem("account", title: "Account") { AccountCoordinator(services: services) },
      ],
      destination: { link in
        if link.host == "moons" {
          return LinkDestination(tab: "planets", routes: [Route("moons")])
        }
        guard link.host == "planets" else { return nil }
        let names = link.path + [link.query["name"]].compactMap(\.self)
        let routes = names.map { Route("planet", parameters: ["name": $0]) }
        return LinkDestination(tab: "planets", routes: routes)
      })
  }
}

/// The services, which survive a relaunch.
@MainActor final class ToyServices {
  var password: String?
  /// The label of the form's password.
  var passwordLabel = "Password"
  /// Whether the form asks for a new password.
  var isPasswordNew = false
  /// Whether a question comes before the tabs.
  var asksAtStart = false
  /// The status of the list of planets, and of each planet; a planet is shown only if it is idle.
  var status = ContentStatus.idle
  /// Whether the planets say that something can't be read, and a planet shows nothing else.
  var isDamaged = false
  /// Is awaited before a link shows a planet.
  var onShow: (() async -> Void)?
  /// Is called while a command fills in the password.
  var onPassword: (() -> Void)?
  /// Is called while a command tries a password.
  var onUnlock: (() -> Void)?
  /// Is called while a command chooses a moon.
  var onChoose: (() -> Void)?
  /// Is called while a command fills in a note.
  var onNote: (() -> Void)?
  var notes: [String: String] = [:]
  let context = AppContext(
    clock: ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000)),
    identifiers: CountingIdentifiers(),
    randomness: SeededRandomness(seed: 1), logger: MemoryLogger())
  let places = MemoryKeyValueStore()
}

/// The question before the tabs.
final class QuestionCoordinator: Coordinator<Void> {
  init() { super.init(name: "question") }

  override func start() { push(GoalScreen()) }
}

/// The list of planets, and one planet above it.
@MainActor final class PlanetsCoordinator: Coordinator<Never>, PlaceCoordinator {
  static let planets = ["Mercury", "Venus", "地球", "المريخ", "Jupiter"]
  private let services: ToyServices

  init(services: ToyServices) {
    self.services = services
    super.init(name: "planets")
  }

  override func start() {
    push(
      PlanetsScreen(
        status: services.status, notice: damage,
        onPlanet: { [weak self] in self?.showPlanet($0) },
        onCount: { [weak self] in await self?.count() }))
  }

  func show(_ route: Route) async -> RouteAnswer {
    await services.onShow?()
    if route.name == "moons" {
      push(
        MoonsScreen(onChoose: services.onChoose) { [weak self] in self?.push(GoalScreen()) },
        route: Route("moons"))
      return .shown
    }
    guard route.name == "planet", let name = route.parameters["name"],
      Self.planets.contains(name)
    else { return .refused(ToyRefusal.noPlanet) }
    showPlanet(name)
    return .shown
  }

  private func showPlanet(_ name: String) {
    push(
      PlanetScreen(
        name: name, note: services.notes[name], status: services.status, notice: damage,
        onEdit: { [weak self] in self?.edit(name) }),
      route: Route("planet", parameters: ["name": name]))
  }

  private var damage: Notice? {
    services.isDamaged ? Notice("The disk is damaged.", tone: .problem) : nil
  }

  private func edit(_ name: String) {
    startChild(
      NoteCoordinator(name: name, note: services.notes[name], onFill: services.onNote), .present,
      onEnd: { [services] outcome in
        if let note = outcome.value { services.notes[name] = note }
      })
  }

  private func count() async {
    _ = await run(
      AlertCoordinator(
        title: "Five", message: "There are five.", buttons: [Action("ok", title: "OK")]), .present)
  }
}

/// Edits a note in a form that asks before it closes.
final class NoteCoordinator: Coordinator<String> {
  private let planet: String
  private let note: String?
  private let onFill: (() -> Void)?

  init(name: String, note: String?, onFill: (() -> Void)?) {
    planet = name
    self.note = note
    self.onFill = onFill
    super.init(name: "note")
  }

  override func start() {
    push(
      NoteScreen(planet: planet, note: note, onFill: onFill) { [weak self] in self?.finish($0) })
  }
}

/// Sets and tries a password.
@MainActor final class AccountCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let services: ToyServices

  init(services: ToyServices) {
    self.services = services
    super.init(name: "account")
  }

  override func start() { push(AccountScreen(services: services)) }
}

extension ShellConfiguration {
  /// Creates the shell's configuration for the toy app.
  @MainActor static func toy(_ services: ToyServices = ToyServices()) -> ShellConfiguration {
    var configuration = ShellConfiguration(
      name: "Toy", version: "1.2.3",
      experiments: ["a": ["b"], "world": ["broken", "flat"]],
      makeWorld: { options in
        if options.variants["world"] == "broken" { throw StorageError.damaged("the world") }
        let services = options.isEphemeral ? ToyServices() : services
        return World {
          AppSession(
            context: services.context, features: [.toy(services)], places: services.places)
        }
      },
      map: { request, options in
        "\(request.format.rawValue) of the toy, \(options.layout.rawValue)"
          + (request.isCrawl ? ", crawled" : "")
      },
      destinations: { options in
        { kind, action in
          if kind == "Planets", action == .select { return ["Planet"] }
          guard kind == "Planet", action == "edit" else { return [] }
          return options.variants["a"] == "b" ? ["Other"] : ["Note"]
        }
      })
    configuration.shortcuts = [.look, .account]
    configuration.links = ["toy://planets/", "toy://planets"]
    return configuration
  }
}

private enum ToyRefusal: RefusalReason {
  case noPlanet

  var text: String { "there is no such planet" }
}
