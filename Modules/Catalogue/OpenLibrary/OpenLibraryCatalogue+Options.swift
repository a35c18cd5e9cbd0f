public import HTTP

extension OpenLibraryCatalogue {
  /// What a request may cost: a person waits for the answer, which usually has some 20 KB.
  public static let usualOptions = {
    var options = HTTPOptions()
    options.maximumBodySize = maximumAnswer
    options.firstByteTimeout = .seconds(20)
    options.idleTimeout = .seconds(15)
    options.wholeTimeout = .seconds(30)
    options.maximumRedirects = OpenLibraryGateway.maximumRedirects
    return options
  }()
}
