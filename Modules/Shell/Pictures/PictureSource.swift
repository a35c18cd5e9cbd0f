/// Where the terminal host gets pictures from.
public struct PictureSource: Sendable {
  /// Where pictures are asked for now, such as a server's address; nil while nowhere. What came from
  /// one origin is not shown for another one.
  let origin: @MainActor @Sendable () -> String?
  /// Returns the file of a picture by its address in the content, or nil.
  let file: @MainActor @Sendable (String) async -> [UInt8]?

  /// Creates a source.
  public init(
    origin: @escaping @MainActor @Sendable () -> String?,
    file: @escaping @MainActor @Sendable (String) async -> [UInt8]?
  ) {
    self.origin = origin
    self.file = file
  }
}
