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
