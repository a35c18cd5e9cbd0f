// Needs: Books

/// Searches and keys that a catalogue of books must survive; ``Hostile`` has texts for every app.
public enum HostileLookup {
  /// Searches in the query syntax of Open Library.
  public static let queries = [
    "key:/works/../../x", "first_publish_year:[", "first_publish_year:[ TO ]",
    "first_publish_year:[9999999999999999999 TO *]", "author_key:", "{\"docs\":[]}",
  ]

  /// Keys of no record in a catalogue.
  public static let keys = [
    "", "/", ".", "..", "../../x", "works/dune", "dune.json", "dune?x=1", "dune#x", "du%6Ee",
    "dune ",
    "dune\n", "\u{0}", "dün", "key OR *", "*", "[* TO *]", String(repeating: "a", count: 201),
  ]
}
