/// Header fields in order of arrival; names ignore case, and a name may occur more than once.
///
/// ```swift
/// var fields: HTTPFields = [.accept: "application/json"]
/// fields[.userAgent] = "Example"
/// #expect(fields[.accept] == "application/json")
/// ```
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var fields: [HTTPField] = []

  /// Creates an empty list.
  public init() {}

  /// Creates fields from names and values; a name may be repeated.
  public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    fields = elements.map { HTTPField(name: $0, value: $1) }
  }

  /// The values of a name, joined by commas (RFC 9110, section 5.3), or nil without a field of the name.
  /// Those of `Cookie` are joined by semicolons.
  ///
  /// Setting it replaces all of them. `Set-Cookie` can't be joined: read it by ``subscript(values:)``.
  public subscript(name: HTTPField.Name) -> String? {
    get {
      var joined: String?
      for field in fields where field.name == name {
        joined = joined.map { $0 + (name == .cookie ? "; " : ", ") + field.value } ?? field.value
      }
      return joined
    }
    set { self[values: name] = newValue.map { [$0] } ?? [] }
  }

  /// The values of a name, in order. Setting them replaces all.
  public subscript(values name: HTTPField.Name) -> [String] {
    get { fields.compactMap { $0.name == name ? $0.value : nil } }
    set {
      let first = fields.firstIndex { $0.name == name } ?? fields.endIndex
      fields.removeAll { $0.name == name }
      fields.insert(contentsOf: newValue.map { HTTPField(name: name, value: $0) }, at: first)
    }
  }

  /// Whether there is a field of this name.
  public func contains(_ name: HTTPField.Name) -> Bool {
    fields.contains { $0.name == name }
  }
}

extension HTTPFields: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  /// The position of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The position after the last field.
  public var endIndex: Int { fields.endIndex }

  /// The field at a position.
  public subscript(position: Int) -> HTTPField {
    get { fields[position] }
    set { fields[position] = newValue }
  }

  /// Replaces a range of fields.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<HTTPField>
  ) {
    fields.replaceSubrange(range, with: elements)
  }

  /// Adds a field at the end.
  public mutating func append(_ field: consuming HTTPField) {
    fields.append(field)
  }

  /// Makes room for a number of fields.
  public mutating func reserveCapacity(_ count: Int) {
    fields.reserveCapacity(count)
  }
}
