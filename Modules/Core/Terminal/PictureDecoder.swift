/// Decodes the files of pictures.
package protocol PictureDecoder: Sendable {
  /// Returns a file's pixels, scaled down as far as both sides stay at least as long as wanted.
  func pixels(
    of file: PictureFile, atLeast width: Int, _ height: Int
  ) throws(PictureProblem) -> Pixels
}

/// Why a picture can't be decoded.
package enum PictureProblem: Error, Hashable, Sendable {
  /// No decoder for the format.
  case unknownFormat
  /// The file is damaged, with the decoder's words.
  case damaged(String)
  /// The picture is larger than the limits.
  case tooLarge
  /// The library that decodes is missing.
  case noLibrary
}

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
