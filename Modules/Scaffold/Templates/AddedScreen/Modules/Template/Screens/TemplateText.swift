/// The texts of the screen.
enum TemplateText {
  static let title = "Template"
  static let (add, reset) = ("Count one", "Start again")
  static func counted(_ count: Int) -> String { "Counted: \(count)" }
}
