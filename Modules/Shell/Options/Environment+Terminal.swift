extension [String: String] {
  /// Whether the terminal that these environment variables name takes no control sequences.
  var hasDumbTerminal: Bool { self["TERM"] == "dumb" }
}
