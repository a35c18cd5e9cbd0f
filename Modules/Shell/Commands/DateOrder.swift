import Foundation

/// The order of day and month in a locale's short dates.
enum DateOrder: Hashable, Sendable {
  /// As in 21/11/2026.
  case dayFirst
  /// As in 11/21/2026.
  case monthFirst

  /// Reads the order from the environment's locale for times; nil for `C`, for an unknown locale,
  /// and for one that begins with the year.
  init?(environment: [String: String]) {
    let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty }), name.utf8.count <= 100 else { return nil }
    let locale = String(name.prefix { $0 != "." && $0 != "@" })
    guard !["C", "POSIX"].contains(locale),
      let format = DateFormatter.dateFormat(
        fromTemplate: "yMd", options: 0, locale: Locale(identifier: locale)),
      let day = format.firstIndex(of: "d"), let month = format.firstIndex(of: "M"),
      let year = format.firstIndex(of: "y"), year > day
    else { return nil }
    self = day < month ? .dayFirst : .monthFirst
  }
}
