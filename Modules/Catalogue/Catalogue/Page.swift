/// A page of a list.
public struct Page<Item: Sendable>: Sendable {
  /// The items of this page.
  public var items: [Item]
  /// The number of all items, as known by the source; it may change between pages.
  public var total: Int
  /// The offset of the next page, or nil at the end.
  public var next: Int?
  /// Whether `total` counts all matches: a source may list only the most popular ones.
  public var isWhole: Bool
  /// Where the page comes from.
  public var origin: AnswerOrigin
  /// The words that were searched for in place of misspelled ones without a match, as they were typed or as the books
  /// that were found write them; or nil.
  public var correction: String?

  /// Creates a page.
  public init(
    items: [Item], total: Int, next: Int?, isWhole: Bool = true,
    origin: AnswerOrigin = .catalogue, correction: String? = nil
  ) {
    self.items = items
    self.total = total
    self.next = next
    self.isWhole = isWhole
    self.origin = origin
    self.correction = correction
  }

  /// An empty page.
  public static var empty: Page { Page(items: [], total: 0, next: nil) }
}
