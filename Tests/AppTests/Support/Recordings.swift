// Needs: all

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
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test of recorded screens out while a new feature is not in them: its tab is on many screens.
  static var afterRefresh: Self {
    .enabled(if: Recordings.newScreens.isEmpty, "make refresh records the new feature")
  }
}
