import HTTP

extension Substring {
  /// The text without spaces and tabs at its ends (`OWS`, RFC 9110, section 5.6.3).
  var trimmingBlanks: Substring {
    guard let first = utf8.firstIndex(where: { !$0.isFieldSpace }),
      let last = utf8.lastIndex(where: { !$0.isFieldSpace })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
