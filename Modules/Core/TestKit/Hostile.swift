/// Hostile input.
public enum Hostile {
  /// Texts.
  public static let texts = [
    "", " ", "\t\r\n", "???", "\"", "\\", "\u{0}", "\u{1B}[2J", "\u{202E}gnirts", "🇺🇳👩‍👩‍👧‍👦",
    "key:/works/../../x", "first_publish_year:[", "first_publish_year:[ TO ]",
    "first_publish_year:[9999999999999999999 TO *]", "author_key:", "a AND (b OR", "+&=#%25%",
    "' OR 1=1 --", "{\"docs\":[]}", "\u{301}\u{301}\u{301}", "\u{FFFD}\u{FFFF}", "ﷺ", "ⅷ ﬁ ①",
    String(repeating: "war ", count: 2000), String(repeating: "龍", count: 5000),
    String(repeating: "e\u{301}", count: 5000), "A" + String(repeating: "\u{301}", count: 20_000),
  ]

  /// Keys of no record.
  public static let keys = [
    "", "/", ".", "..", "../../x", "works/dune", "dune.json", "dune?x=1", "dune#x", "du%6Ee",
    "dune ",
    "dune\n", "\u{0}", "dün", "key OR *", "*", "[* TO *]", String(repeating: "a", count: 201),
  ]
}
