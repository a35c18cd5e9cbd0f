import Core
import Services

/// The questions about a new trip.
enum TripStep: String, CaseIterable, Identifiable {
  case city, days

  var id: Self { self }
}

/// The answers of a flow that is not finished.
@MainActor final class TripPlan {
  var city = ""
  var days: Int?

  var isEmpty: Bool { city.isEmpty && days == nil }
}

final class PlanTripCoordinator: StepsCoordinator<TripStep, Trip> {
  private let plan = TripPlan()

  override func isNeeded(_ step: TripStep) -> Bool { step == .city || plan.days == nil }

  override func makeScreen(of step: TripStep, isFirst: Bool) -> any Screen {
    TripStepScreen(step, plan) { [weak self] in await self?.advance(from: step) }
  }

  override func complete() async {
    finish(Trip(id: Identifier(context.identifiers.next("trip")), city: plan.city, days: plan.days))
  }
}

/// One trip; the outcome is `()` when it was removed.
final class TripCoordinator: Coordinator<Void> {
  private let trip: Trip

  init(_ trip: Trip) {
    self.trip = trip
    super.init()
  }

  override func start() {
    let screen = TripScreen(trip, clock: context.clock) { [weak self] in await self?.askToRemove() }
    push(screen, route: Route("trip", parameters: ["id": trip.id.rawValue]))
  }
}

extension TripCoordinator {
  private func askToRemove() async {
    let alert = AlertCoordinator(
      title: "Cancel the trip to \(trip.city)?", message: "This cannot be undone.",
      buttons: [
        Action("keep", title: "Keep it", role: .cancel),
        Action("remove", title: "Cancel the trip", role: .destructive),
      ])
    if await run(alert, .present).value == "remove" { finish(()) }
  }
}

/// The tab with the list of trips.
final class TripsCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let viewModel = TripsViewModel()
  private let account: Requirement?
  private var columns: (list: Navigator, trip: Navigator)?

  init(account: Requirement? = nil) {
    self.account = account
    super.init(name: "trips")
  }

  override func start() {
    if let (list, trip) = pushSplit() { columns = (list, trip) }
    push(
      TripsScreen(
        viewModel, onTrip: { [weak self] in self?.showTrip($0) },
        onAdd: { [weak self] in await self?.addTrip() }),
      on: columns?.list)
    performInBackground("look for news") { [context] in
      context.notices.post(Notice("Trains to Oslo are on time."), once: "news")
    }
  }

  func show(_ route: Route) async -> RouteAnswer {
    guard route.name == "trip", let trip = route.parameters["id"].flatMap(viewModel.trip) else {
      return .refused(TripRefusal.noTrip)
    }
    showTrip(trip)
    return .shown
  }

  private func showTrip(_ trip: Trip) {
    guard let columns else { return }
    if children.contains(where: { $0.id.name == "trip" }) { try? stopChild("trip") }
    _ = try? startChild(TripCoordinator(trip), identifier: "trip", .on(columns.trip)) {
      [viewModel] outcome in
      if outcome.value != nil { viewModel.remove(trip) }
    }
  }

  private func addTrip() async {
    guard await require(account) else { return }
    let plan = begin(PlanTripCoordinator(TripStep.allCases), .present)
    if let trip = await plan.outcome().value { viewModel.add(trip) }
  }
}

/// Signs a traveller in; the second screen takes the place of the first one.
final class SignInCoordinator: Coordinator<Void> {
  private let traveller: Traveller
  private var entry: NavigationTree.EntryID?

  init(_ traveller: Traveller) {
    self.traveller = traveller
    super.init()
  }

  override func start() {
    entry = push(
      DetailScreen("Sign in", actions: .named("enter", "new")) { [weak self] action, _ in
        if action == "new" { self?.makeAccount() } else { self?.greet() }
      })
  }

  private func makeAccount() {
    startChild(NewAccountCoordinator()) { [weak self] outcome in
      if outcome.value != nil { self?.greet() }
    }
  }

  private func greet() {
    guard let entry else { return }
    replace(
      entry,
      with: DetailScreen("Welcome", actions: .named("go on")) { [weak self] _, _ in
        guard let self else { return }
        traveller.isSignedIn = true
        finish(())
      })
  }
}

/// Makes an account; the outcome is `()` when there is one.
final class NewAccountCoordinator: Coordinator<Void> {
  override func start() {
    push(
      DetailScreen("New account", actions: .named("make")) { [weak self] _, _ in self?.finish(()) })
  }
}

/// Who plans the trips.
@MainActor final class Traveller {
  var isSignedIn = false
  var mustSignIn = false
}

extension Feature {
  /// The feature about trips.
  static func trips(_ traveller: Traveller) -> Feature {
    let account = Requirement(
      isMet: { traveller.isSignedIn }, make: { _ in SignInCoordinator(traveller) })
    var feature = Feature(
      "trips",
      gates: [
        LaunchGate(isNeeded: { traveller.mustSignIn && !traveller.isSignedIn }) {
          SignInCoordinator(traveller)
        }
      ],
      tabs: [TabItem("trips", title: "Trips") { TripsCoordinator(account: account) }],
      destination: { link in
        guard link.host == "trips" else { return nil }
        return LinkDestination(
          tab: "trips", routes: link.path.map { Route("trip", parameters: ["id": $0]) })
      })
    feature.contributions += [Greeting("Where to?")]
    return feature
  }
}

/// What a module of its own wants from features.
struct Greeting: Hashable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Why a trip isn't shown.
enum TripRefusal: RefusalReason { case noTrip }

extension TripRefusal { var text: String { "there is no such trip" } }
