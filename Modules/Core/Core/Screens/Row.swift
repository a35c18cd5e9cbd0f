public import Services

/// A row of a list, which the user selects by the action `select` of ``Action/ID``.
public struct Row: Codable, Hashable, Sendable, Identifiable {
  /// The row's identifier, unique over all sections of its screen.
  public var id: Identifier<Row>
  /// The main text.
  public var title: String
  /// A second, less prominent text.
  public var detail: String?
  /// A short mark, such as the shelf of a book.
  public var badge: String?
  /// Whether the row is selected.
  public var isSelected: Bool
  /// The row that stands for the same thing in another section, such as the user's copy of a book in a catalogue; nil
  /// if the row stands only for itself. The screen may lack that row.
  public var sameAs: Identifier<Row>?

  /// Creates a row.
  public init(
    _ id: Identifier<Row>, title: String, detail: String? = nil, badge: String? = nil,
    isSelected: Bool = false
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.badge = badge
    self.isSelected = isSelected
  }
}
