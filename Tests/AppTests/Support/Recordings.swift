@testable import AppTerminal
import Core
import Services
import Testing

/// The maps and sessions that `make refresh` writes.
enum Recordings {
  /// The kinds of the screens of features that were added after they were written, as `make feature` leaves them.
  static let newScreens: Set<String> = {
    let mapped = try? MapFile(layout: .compact, variants: [:]).screens.keys.map(\.rawValue)
    return Sources.newFeatureScreens(beside: Set(mapped ?? []))
  }()

  /// Returns whether recorded screens are those of the app: no feature is newer than the maps, and none was
  /// removed since, which takes the day off them.
  static func areCurrent(
    newScreens: Set<String> = Recordings.newScreens, day: String = KnownMap.day
  ) -> Bool {
    newScreens.isEmpty && !day.isEmpty
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test of recorded screens out after a feature was added or removed: its tab is on many screens.
  static var afterRefresh: Self {
    .enabled(if: Recordings.areCurrent(), "make refresh records the screens of these features")
  }

  /// Leaves a test of the maps out in an app whose maps were not drawn since features were removed.
  static var onceMapped: Self {
    .enabled(if: !KnownMap.day.isEmpty, "make refresh draws the maps of these features")
  }
}
