/// Hostile input of any app.
public enum Hostile {
  /// Texts that a user types or a server answers: blank, long, controlling a terminal, or with the signs of SQL, URLs
  /// and searches.
  public static let texts = [
    "", " ", "\t\r\n", "???", "\"", "\\", "\u{0}", "\u{1B}[2J", "\u{202E}gnirts", "🇺🇳👩‍👩‍👧‍👦",
    "a AND (b OR", "name:[", "+&=#%25%", "' OR 1=1 --", "{\"a\":[]}", "\u{301}\u{301}\u{301}",
    "\u{FFFD}\u{FFFF}", "ﷺ", "ⅷ ﬁ ①",
    String(repeating: "war ", count: 2000), String(repeating: "龍", count: 5000),
    String(repeating: "e\u{301}", count: 5000), "A" + String(repeating: "\u{301}", count: 20_000),
  ]
}
