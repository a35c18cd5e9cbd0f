/// The texts of the feature.
enum TemplateText {
  static let title = "Template"
  static let (add, reset) = ("Count one", "Start again")
  static func counted(_ count: Int) -> String { "Counted: \(count)" }
}
