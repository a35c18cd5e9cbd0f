import Core
import Inspection
import Services

/// The choices of a random walk beside the visible ones.
@MainActor struct StepChoice {
  var samples: SampleInputs
  var links: [DeepLink]
  var ways: [[Step]]
  var canRelaunch: Bool
  var changesOwners: Bool

  /// Returns mostly what a user can do on the screen. Of 64 steps, 4 open a link, 2 go home, 4 stop
  /// a coordinator, one restarts the app, 3 send invalid input, 4 make concurrent requests, 2
  /// change the layout, 2 let the system remove a screen, one changes the owner and one is a
  /// sequence of the app.
  func step(in snapshot: Snapshot, _ random: SeededRandomness) -> Step {
    switch random.next(below: 64) {
    case 0..<4 where !links.isEmpty: return .open(links[random.next(below: links.count)])
    case 4..<6: return .home
    case 6..<10: return .rewind(random.next(below: 8))
    case 10 where canRelaunch: return .relaunch
    case 11..<14:
      let refusals = snapshot.refusals
      return refusals.isEmpty ? .home : refusals[random.next(below: refusals.count)]
    case 14..<18: return .atOnce(requests(in: snapshot, random))
    case 18 where changesOwners: return ownerChange(random)
    case 19 where !ways.isEmpty: return .inOrder(ways[random.next(below: ways.count)])
    case 20..<22: return .layout(layout(random))
    case 22..<24: return .swipe(random.next(below: 8))
    default: return visible(in: snapshot, random) ?? .home
    }
  }

  private func layout(_ random: SeededRandomness) -> WidthClass {
    random.next(below: 2) == 0 ? .compact : .wide
  }

  /// Returns two to four requests, some delayed by a few turns: only links, or any. A launch may be
  /// the first, and then often the owner leaves during it.
  private func requests(in snapshot: Snapshot, _ random: SeededRandomness) -> [Step] {
    var steps: [Step] = []
    var count = 2 + random.next(below: 3)
    if !links.isEmpty, random.next(below: 8) == 0 {
      return (0..<count).map { _ in .open(links[random.next(below: links.count)]) }
    }
    if canRelaunch, random.next(below: 8) == 0 {
      steps += [.relaunch, .turns(1 + random.next(below: 24))]
      count -= 1
      if changesOwners, random.next(below: 2) == 0 {
        steps.append(ownerChange(random))
        count -= 1
      }
    }
    for index in 0..<count {
      if index > 0, random.next(below: 4) == 0 { steps.append(.turns(1 + random.next(below: 6))) }
      steps.append(request(in: snapshot, random))
    }
    return steps
  }

  private func request(in snapshot: Snapshot, _ random: SeededRandomness) -> Step {
    switch random.next(below: 16) {
    case 0..<2 where !links.isEmpty: return .open(links[random.next(below: links.count)])
    case 2: return .home
    case 3: return .close
    case 4..<6: return .back
    case 6: return .cancel
    case 7 where canRelaunch && random.next(below: 3) == 0: return .quit
    case 8 where changesOwners: return ownerChange(random)
    case 9 where !ways.isEmpty && random.next(below: 3) == 0:
      return .inOrder(ways[random.next(below: ways.count)])
    case 12: return .layout(layout(random))
    case 13: return .swipe(random.next(below: 8))
    case 10..<12 where !snapshot.tabs.isEmpty:
      return .tab(snapshot.tabs[random.next(below: snapshot.tabs.count)].id)
    default: return visible(in: snapshot, random) ?? .back
    }
  }

  private func ownerChange(_ random: SeededRandomness) -> Step {
    random.next(below: 2) == 0 ? .signOut : .expire
  }

  private func visible(in snapshot: Snapshot, _ random: SeededRandomness) -> Step? {
    let steps = snapshot.steps(samples)
    return steps.isEmpty ? nil : steps[random.next(below: steps.count)]
  }
}
