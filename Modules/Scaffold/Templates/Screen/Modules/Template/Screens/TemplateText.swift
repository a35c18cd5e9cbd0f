/// The texts of the feature.
enum TemplateText {
  static let title = "Template"
  static let add = "Count one"
  static let reset = "Start again"
  static func counted(_ count: Int) -> String { "Counted: \(count)" }
}
