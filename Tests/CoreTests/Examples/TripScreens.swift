import Core
import Observation
import Services

/// A journey to a city.
struct Trip: Hashable, Sendable, Identifiable {
  let id: Identifier<Trip>
  var city: String
  var days: Int?
}

/// The trips that a traveller plans, as screens show them.
@MainActor @Observable final class TripsViewModel {
  private(set) var trips = [Trip(id: "rome", city: "Rome"), Trip(id: "oslo", city: "Oslo")]

  func trip(_ id: String) -> Trip? {
    trips.first { $0.id.rawValue == id }
  }

  func add(_ trip: Trip) {
    trips.append(trip)
  }

  func remove(_ trip: Trip) {
    trips.removeAll { $0.id == trip.id }
  }
}

/// The list of trips.
final class TripsScreen: ModelScreen {
  let viewModel: TripsViewModel
  private let onTrip: (Trip) -> Void
  private let onAdd: () async -> Void

  init(
    _ viewModel: TripsViewModel, onTrip: @escaping (Trip) -> Void,
    onAdd: @escaping () async -> Void
  ) {
    self.viewModel = viewModel
    self.onTrip = onTrip
    self.onAdd = onAdd
  }

  var content: ScreenContent {
    let rows = viewModel.trips.map { Row(Self.tripRow.id($0.id), title: $0.city) }
    return ScreenContent(
      title: "Trips", sections: [ContentSection("trips", .rows(rows))],
      actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    [ScreenAction("add", title: "Plan a trip", role: .primary, perform: onAdd)]
  }

  private static let tripRow = RowKind<Trip.ID>("trip")

  func select(_ row: Row.ID) async {
    if let trip = Self.tripRow.element(of: row, in: viewModel.trips) { onTrip(trip) }
  }
}

/// One trip, which counts how long it is open.
@Observable final class TripScreen: Screen {
  private let trip: Trip
  private let clock: any AppClock
  private let onRemove: () async -> Void
  private var seconds = 0

  init(_ trip: Trip, clock: any AppClock, onRemove: @escaping () async -> Void) {
    self.trip = trip
    self.clock = clock
    self.onRemove = onRemove
  }

  var content: ScreenContent {
    ScreenContent(
      title: trip.city, subtitle: "open for \(seconds) s", actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    [ScreenAction("remove", title: "Cancel the trip", role: .destructive, perform: onRemove)]
  }

  var subscriptions: [StreamSubscription] {
    [.timer("seconds", every: .seconds(1), on: clock) { [weak self] in self?.seconds += 1 }]
  }
}

/// One question of a flow: the city, or the number of days.
final class TripStepScreen: Screen {
  private let step: TripStep
  private let plan: TripPlan
  private let onDone: () async -> Void

  init(_ step: TripStep, _ plan: TripPlan, onDone: @escaping () async -> Void) {
    self.step = step
    self.plan = plan
    self.onDone = onDone
  }

  var content: ScreenContent {
    let field =
      switch step {
      case .city:
        Field("city", label: "City", kind: .text, value: FieldValue(text: plan.city))
      case .days:
        Field(
          "days", label: "Days", kind: .number(1...30), value: plan.days.map { .number($0) })
      }
    return ScreenContent(
      title: step.rawValue, sections: [ContentSection("question", .fields([field]))],
      actions: [
        Action("next", title: "Next", disabledReason: plan.city.isEmpty ? "Enter a city." : nil)
      ])
  }

  var lock: Lock? {
    if plan.isEmpty { return nil }
    return Lock(
      title: "Discard this trip?", message: "It is not saved yet.", discard: "Discard",
      keep: "Keep planning")
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field("city", let value)): plan.city = value.text
    case (.fill, .field("days", let value)): plan.days = value.number
    case ("next", _): await onDone()
    default: break
    }
  }
}
