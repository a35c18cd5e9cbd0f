import Services
import Core
import Figures
import Foundation

/// Prints whether memory and time are linear in the number of open screens, beyond the sizes of
/// real apps.
@main struct SizeFigures {
  @MainActor static func main() async {
    await print(memory().line)
    for (name, body) in Self.growing {
      await print(ratio(name, body).line)
    }
  }

  private static let growing: [(String, @MainActor (Int) async -> Void)] = [
    ("works, settled", works), ("layers, and their end", layers), ("screens, and back", screens),
    ("children, and their end", children),
  ]

  /// Returns the ratio of the memory of ten thousand children to a thousand, each with a screen; 10
  /// is linear.
  @MainActor private static func memory() async -> Figure {
    let (session, root) = await launched()
    let before = residentMegabytes()
    for number in 0..<1000 { root.startChild(Child(name: "child \(number)")) }
    let few = residentMegabytes() - before
    for number in 1000..<10_000 { root.startChild(Child(name: "child \(number)")) }
    let many = residentMegabytes() - before
    session.stop()
    return Figure(
      "10000 children with a screen", many / few, "times the memory of 1000", atMost: 12,
      "\(many.short) MB")
  }

  /// Returns the ratio of the time of ten times as many: 10 is linear, a little more where they no longer
  /// fit the processor's caches, and 100 quadratic.
  @MainActor private static func ratio(
    _ name: String, _ body: @MainActor (Int) async -> Void
  ) async -> Figure {
    let count = name.hasPrefix("layers") ? 100 : 1000
    var (ratios, times): ([Double], [Double]) = ([], [])
    for round in 0..<6 {
      var few = ContinuousClock.now
      // The same amount of work for both, so that neither is lost in noise.
      for _ in 0..<10 { await body(count) }
      let fewTime = few.duration(to: .now).seconds / 10
      few = .now
      await body(count * 10)
      let manyTime = few.duration(to: .now).seconds
      guard round > 0 else { continue }
      ratios.append(manyTime / fewTime)
      times.append(manyTime)
    }
    return Figure(
      "\(count * 10) \(name)", ratios.median, "times the time of \(count)", atMost: 16,
      "\((times.median * 1000).short) ms")
  }

  @MainActor private static func works(_ count: Int) async {
    let (session, root) = await launched()
    for _ in 0..<count { root.perform("work") { await Task.yield() } }
    await session.settle()
    session.stop()
  }

  @MainActor private static func layers(_ count: Int) async {
    let (session, root) = await launched()
    for _ in 0..<count { root.startChild(Child(name: "sheet"), .present) }
    for child in root.children { child.stop() }
    session.stop()
  }

  @MainActor private static func screens(_ count: Int) async {
    let (session, root) = await launched()
    for number in 0..<count { root.push(PlainScreen("screen \(number)")) }
    _ = await session.back()
    session.stop()
  }

  @MainActor private static func children(_ count: Int) async {
    let (session, root) = await launched()
    for _ in 0..<count { root.startChild(Child(name: "child")) }
    session.stop()
  }

  @MainActor private static func launched() async -> (AppSession, Root) {
    let root = Root()
    let context = AppContext(
      clock: SystemClock(), identifiers: CountingIdentifiers(),
      randomness: SeededRandomness(seed: 1), logger: NoLogger())
    let tab = TabItem("only", title: "Only") { root }
    let session = AppSession(context: context, features: [Feature("sizes", tabs: [tab])])
    await session.launch(restoring: false)
    return (session, root)
  }

  /// Returns the current memory of the process, in megabytes (proc(5), VmRSS).
  private static func residentMegabytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Double($0) }
      .map { $0 / 1024 } ?? .infinity
  }
}

/// The only tab, with one screen.
final class Root: Coordinator<Never>, PlaceCoordinator {
  override func start() { push(PlainScreen("first")) }
}

/// A flow of one screen.
final class Child: Coordinator<Int> {
  override func start() { push(PlainScreen("child")) }
}

/// A screen with only a title.
final class PlainScreen: Screen {
  let content: ScreenContent

  init(_ title: String) {
    content = ScreenContent(title: title)
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {}
}

/// A logger that discards messages.
struct NoLogger: AppLogger {
  var lines: [String] { [] }

  func log(_ level: LogLevel, _ message: @autoclosure () -> String) {}
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
