import Services
import Core
import Foundation

extension AppSession {
  /// The saved routes of each owner, by the prefix of the owner's keys.
  func keptPlaces() async -> [String: SavedPlaces]? {
    let suffix = "session/\(SavedPlaces.key)"
    var kept: [String: SavedPlaces] = [:]
    guard let values = try? await saver.store.values(withPrefix: "") else { return nil }
    for (key, data) in values where key.hasSuffix(suffix) {
      kept[String(key.dropLast(suffix.count))] = try? JSONDecoder().decode(
        SavedPlaces.self, from: data)
    }
    return kept
  }
}
