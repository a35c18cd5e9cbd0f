import Core
import Services

/// The progress of one crawl: the map so far, and the states whose ways out were not taken yet.
struct Crawl {
  let coverage: Crawler.Coverage
  var map = AppMap()
  /// Ways between states, by the positions of their paths; to nil where a state is not explored.
  var ways: [(from: Int, to: Int?)] = []
  /// The first state behind the launch gates, which a user passes once.
  var home: Int?
  private var known: [Place.State: Int] = [:]
  private var waiting: Set<Int> = []
  /// The paths that a new session has taken, of states with a shorter one that none has.
  private var proven: [Int: [Step]] = [:]
  private var surroundings: Set<Place.Surroundings> = []
  private var offers: Set<Place.Offer> = []

  init(_ coverage: Crawler.Coverage) { self.coverage = coverage }

  /// The screens that are on top in most states, the most frequent one first, at most three.
  var frequentScreens: [ScreenKind] {
    Dictionary(grouping: known.keys.compactMap(\.surroundings.visible.last), by: \.self)
      .sorted { ($1.value.count, $0.key.rawValue) < ($0.value.count, $1.key.rawValue) }
      .prefix(3).map(\.key)
  }

  /// Whether a state is to be explored and not known yet.
  func wants(_ state: Place.State) -> Bool {
    guard known[state] == nil else { return false }
    return switch coverage {
    case .states: true
    case .ways:
      !surroundings.contains(state.surroundings) || !offers.isSuperset(of: state.offers)
    }
  }

  /// Adds a state that is wanted, or shortens the path to a known one that is still waiting.
  ///
  /// - Parameter isProven: whether a new session has taken the path.
  /// - Returns: its number; nil if it is neither wanted nor known.
  @discardableResult mutating func add(
    _ state: Place.State, path: [Step], isProven: Bool = true
  ) -> Int? {
    guard let number = known[state] else {
      guard wants(state) else { return nil }
      surroundings.insert(state.surroundings)
      offers.formUnion(state.offers)
      let number = known.count
      known[state] = number
      map.paths.append(path)
      waiting.insert(number)
      return number
    }
    if waiting.contains(number), path.count < map.paths[number].count {
      proven[number] = isProven ? nil : proven[number] ?? map.paths[number]
      map.paths[number] = path
    }
    return number
  }

  /// Whether this is the state with the number.
  func isKnown(_ state: Place.State, as number: Int) -> Bool { known[state] == number }

  /// Takes back a path that was not proven and has led to another state; false for one that was proven.
  mutating func takeBackPath(of number: Int, leadingTo state: Place.State) -> Bool {
    guard let path = proven.removeValue(forKey: number), !isKnown(state, as: number) else {
      return false
    }
    map.paths[number] = path
    waiting.insert(number)
    return true
  }

  /// Removes and returns the waiting state with the shortest path. Nearest first: a form that is
  /// filled in and sent is a long path, and a shorter one may replace it.
  mutating func takeNearest() -> Int? {
    let nearest = waiting.min { (map.paths[$0].count, $0) < (map.paths[$1].count, $1) }
    if let nearest { waiting.remove(nearest) }
    return nearest
  }

  /// Returns the map with its dead ends: the states from which the place of `home` can't be reached.
  func finishedMap() -> AppMap {
    var map = map
    let place = known.first { $0.value == home }?.key.surroundings
    // Whatever the facts and data are there: some are never undone, such as a used trial.
    let goals = known.filter { place?.isSamePlace(as: $0.key.surroundings) == true }
    let leading = states(leadingTo: Array(goals.values))
    map.deadEnds = map.paths.indices.filter { !leading.contains($0) }.map { map.paths[$0] }
    return map
  }

  /// Returns the states from which one of these, or one that is not explored, can be reached by at
  /// least one step.
  private func states(leadingTo goals: [Int]) -> Set<Int> {
    let sources = Dictionary(grouping: ways, by: \.to).mapValues { $0.map(\.from) }
    var found: Set<Int> = []
    var next: [Int?] = goals
    next.append(nil)
    while let state = next.popLast() {
      for source in sources[state] ?? [] where found.insert(source).inserted { next.append(source) }
    }
    return found
  }
}
