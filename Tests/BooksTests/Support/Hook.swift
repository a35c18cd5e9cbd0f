/// What happens once, when something has been read.
@MainActor final class Hook {
  var body: @MainActor () async -> Void = {}

  func run() async {
    let body = body
    self.body = {}
    await body()
  }
}
