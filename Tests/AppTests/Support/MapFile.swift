import Services
@testable import AppComposition
import Core
import Foundation
import Testing

/// A map in Docs: one for each layout, and for each variant of an experiment in it.
struct MapFile: CustomTestStringConvertible {
  let layout: WidthClass
  let variants: [String: String]

  static let all = WidthClass.allCases.flatMap { layout in
    [MapFile(layout: layout, variants: [:])]
      + AppExperiments.variants.flatMap { experiment, variants in
        variants.map { MapFile(layout: layout, variants: [experiment: $0]) }
      }
  }

  var testDescription: String { name }

  private var name: String {
    ([layout.rawValue] + variants.map { "\($0)-\($1)" }).joined(separator: "-")
  }

  private var url: URL {
    let isUsual = layout == .compact && variants.isEmpty
    return Sources.root.appending(path: isUsual ? "Docs/map.mmd" : "Docs/maps/\(name).mmd")
  }

  /// The file in a folder of new maps, as `.ci/maps` reads it.
  func url(in folder: String) -> URL { URL(filePath: folder).appending(path: "\(name).mmd") }

  var text: String { get throws { try String(contentsOf: url, encoding: .utf8) } }

  /// The screens, with the number of steps from the launch.
  var screens: [ScreenKind: Int] { get throws { Self.screens(in: try text) } }

  /// The screens of a map's text, with the number of steps from the launch.
  static func screens(in text: String) -> [ScreenKind: Int] {
    var screens: [ScreenKind: Int] = [:]
    for match in text.matches(of: /\["(\w+)<br\/>([0-9]+) steps?"\]/) {
      screens[ScreenKind(String(match.1))] = Int(match.2)
    }
    return screens
  }
}
