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
  /// - Parameter volume: the volume of a book whose title has none.
  static func keys(
    _ title: String, _ author: String?, _ year: Int?, volume: String? = nil
  ) -> [String] {
    let key = GoodreadsBook.key(title: title, author: author)
    let volume = GoodreadsBook.volume(of: title) ?? volume ?? ""
    return ["\(key)\u{0}\(volume)\u{0}\(year.map(String.init) ?? "")", key]
  }

  /// Returns the volume in the title of the reader's copy, or else the volume that was entered.
  static func volume(of book: BookCopy) -> String? {
    GoodreadsBook.volume(of: book.title) ?? book.volume
  }
}
