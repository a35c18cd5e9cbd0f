public import Services

/// A part of a screen's body under an optional heading.
public struct ContentSection: Hashable, Sendable, Identifiable {
  /// The content of a section.
  public enum Body: Hashable, Sendable {
    /// A list to choose from.
    case rows([Row])
    /// Form fields.
    case fields([Field])
    /// Running text; an empty line starts a new paragraph.
    case text(String)
    /// A picture by reference.
    case picture(Picture)
    /// Progress.
    case progress(LoadingProgress)
    /// Labelled numbers.
    case chart(BarChart)
  }

  /// Identifies the section on its screen.
  public var id: Identifier<ContentSection>
  /// The heading, or nil for none.
  public var title: String?
  /// The content.
  public var body: Body

  /// Creates a section.
  public init(_ id: Identifier<ContentSection>, title: String? = nil, _ body: Body) {
    self.id = id
    self.title = title
    self.body = body
  }
}

extension ContentSection: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, rows, fields, text, picture, progress, chart
  }

  /// Decodes a section with exactly one of `rows`, `fields`, `text`, `picture`, `progress` and
  /// `chart`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Identifier<ContentSection>.self, forKey: .id)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    if let rows = try container.decodeIfPresent([Row].self, forKey: .rows) {
      body = .rows(rows)
    } else if let fields = try container.decodeIfPresent([Field].self, forKey: .fields) {
      body = .fields(fields)
    } else if let text = try container.decodeIfPresent(String.self, forKey: .text) {
      body = .text(text)
    } else if let picture = try container.decodeIfPresent(Picture.self, forKey: .picture) {
      body = .picture(picture)
    } else if let progress = try container.decodeIfPresent(LoadingProgress.self, forKey: .progress)
    {
      body = .progress(progress)
    } else {
      body = .chart(try container.decode(BarChart.self, forKey: .chart))
    }
  }

  /// Encodes the section with one key that names the kind of its content.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(title, forKey: .title)
    switch body {
    case .rows(let rows): try container.encode(rows, forKey: .rows)
    case .fields(let fields): try container.encode(fields, forKey: .fields)
    case .text(let text): try container.encode(text, forKey: .text)
    case .picture(let picture): try container.encode(picture, forKey: .picture)
    case .progress(let progress): try container.encode(progress, forKey: .progress)
    case .chart(let chart): try container.encode(chart, forKey: .chart)
    }
  }
}

/// A picture by reference, always with an alternative text.
public struct Picture: Codable, Hashable, Sendable {
  /// The picture's URL, or nil if only the text is known.
  public var source: String?
  /// The alternative text.
  public var alternative: String

  /// Creates a picture reference.
  public init(source: String?, alternative: String) {
    self.source = source
    self.alternative = alternative
  }
}
