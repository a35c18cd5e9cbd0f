extension String {
  /// The text itself, if it may be a MARC code of a language: three small letters.
  package var languageCode: String? {
    utf8.count == 3 && utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      ? self : nil
  }
}
