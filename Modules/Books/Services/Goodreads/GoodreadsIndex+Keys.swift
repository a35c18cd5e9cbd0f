import Catalogue

extension GoodreadsIndex {
  /// Returns the hash of a text's bytes.
  static func hash(_ text: String) -> Int {
    var (text, hasher) = (text, Hasher())
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }

  /// Returns the keys for looking up a book: with volume and year, which distinguish hundreds of
  /// volumes, and without them.
  ///
  /// - Parameter volume: the volume in the title, or else the volume that was entered.
  static func keys(
    _ title: String, _ author: String?, _ year: Int?, volume: String?
  ) -> [String] {
    let key = GoodreadsBook.key(title: title, author: author)
    return ["\(key)\u{0}\(volume ?? "")\u{0}\(year.map(String.init) ?? "")", key]
  }
}
