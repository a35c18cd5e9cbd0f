/// The texts of the feature.
enum TemplateText {
  static let title = "Template"

  /// A summary of an owner's data, before it is moved or deleted.
  static func summary(count: Int) -> String {
    "\(count) \(count == 1 ? "mark" : "marks") in \(title)"
  }
}
