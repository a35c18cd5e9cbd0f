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
final class TripsScreen: Screen {
  private let viewModel: TripsViewModel
  private let onTrip: (Trip) -> Void
  private let onAdd: () async -> Void
  private var rows = Memo<[Trip], [Row]>()

  init(
    _ viewModel: TripsViewModel, onTrip: @escaping (Trip) -> Void,
    onAdd: @escaping () async -> Void
  ) {
    self.viewModel = viewModel
    self.onTrip = onTrip
    self.onAdd = onAdd
  }

  var content: ScreenContent {
    let rows = rows.value(for: viewModel.trips) { trips in
      trips.map { Row(Row.ID($0.id.rawValue), title: $0.city) }
    }
    return ScreenContent(
      title: "Trips", sections: [ContentSection("trips", .rows(rows))],
      actions: [Action("add", title: "Plan a trip", role: .primary)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      if let trip = viewModel.trip(row.rawValue) { onTrip(trip) }
    case ("add", _): await onAdd()
    default: break
    }
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
      title: trip.city, subtitle: "open for \(seconds) s",
      actions: [Action("remove", title: "Cancel the trip", role: .destructive)])
  }

  var subscriptions: [Subscription] {
    [.timer("seconds", every: .seconds(1), on: clock) { [weak self] in self?.seconds += 1 }]
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    if action == "remove" { await onRemove() }
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
        Field("city", label: "City", kind: .text, value: .some(text: plan.city))
      case .days:
        Field(
          "days", label: "Days", kind: .number(1...30, fractions: false),
          value: plan.days.map { .number(Double($0)) })
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
