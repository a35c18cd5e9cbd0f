import Services
import Core
import Foundation

extension AppSession {
  /// The saved routes of each owner, by the prefix of the owner's keys.
  func keptPlaces() async -> [String: SavedPlaces]? {
    let suffix = "session/\(SavedPlaces.key)"
    var kept: [String: SavedPlaces] = [:]
    guard let keys = try? await saver.store.keys(withPrefix: "") else { return nil }
    for key in keys where key.hasSuffix(suffix) {
      guard let data = try? await saver.store.value(for: key) else { return nil }
      kept[String(key.dropLast(suffix.count))] = try? JSONDecoder().decode(
        SavedPlaces.self, from: data)
    }
    return kept
  }
}
