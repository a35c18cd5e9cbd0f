/// Everything that a screen shows, as a value: a host needs nothing else to draw it.
public struct ScreenContent: Codable, Hashable, Sendable {
  /// The title of the screen.
  public var title: String
  /// The subtitle.
  public var subtitle: String?
  /// Whether the content is ready, loading, empty or failed.
  public var status: ContentStatus
  /// The result of the last action; the next action of the screen clears it.
  public var notice: Notice?
  /// The body, from top to bottom.
  public var sections: [ContentSection]
  /// The available actions, the most common first.
  public var actions: [Action]

  /// Creates a content value.
  public init(
    title: String, subtitle: String? = nil, status: ContentStatus = .idle, notice: Notice? = nil,
    sections: [ContentSection] = [], actions: [Action] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.status = status
    self.notice = notice
    self.sections = sections
    self.actions = actions
  }
}

extension ScreenContent {
  /// The number of all rows.
  package var rowCount: Int {
    sections.reduce(0) { count, section in
      if case .rows(let rows) = section.body { count + rows.count } else { count }
    }
  }

  /// The rows of all sections, in the order in which a host numbers them.
  public var rows: [Row] {
    sections.flatMap { section -> [Row] in
      if case .rows(let rows) = section.body { rows } else { [] }
    }
  }

  /// The fields of all sections, in order.
  public var fields: [Field] {
    sections.flatMap { section -> [Field] in
      if case .fields(let fields) = section.body { fields } else { [] }
    }
  }

  /// Whether there is a row with this identifier.
  func hasRow(_ id: Row.ID) -> Bool {
    sections.contains { section in
      if case .rows(let rows) = section.body { rows.contains { $0.id == id } } else { false }
    }
  }

  /// The action with this identifier, or nil.
  public func action(_ id: Action.ID) -> Action? {
    actions.first { $0.id == id }
  }
}
