import Figures
import Foundation

/// Requests a second, processor time and the slowest requests.
struct RequestFigures {
  private static let rounds = 11

  /// The most times what the others need.
  private struct Goals {
    /// The time of URLSession.
    let session: Double
    /// The time of plain C.
    let plain: Double
    /// The processor time of plain C; nil for none.
    let work: Double?
  }

  let base: URL
  private let ours = Contender.ours
  private let session = Contender.session

  init(base: URL) {
    self.base = base
  }

  func run() async throws {
    // One at a time, the caller and the network's thread wake each other for every request, which one thread
    // in C never does: the goals are for C with two threads, and the ratios to one thread are printed beside
    // them. Of several requests they wake once for many.
    try await compare(
      "10k.bin", "10 KB", 1, 1000, Goals(session: 1 / 3.0, plain: 1 / 0.65, work: 1.6))
    for concurrency in [16, 64] {
      try await compare(
        "10k.bin", "10 KB", concurrency, 4000,
        Goals(session: 0.125, plain: 1 / 0.65, work: 1.6))
    }
    try await compare(
      "1m.bin", "1 MB", 16, 600, Goals(session: 0.25, plain: 1 / 0.8, work: nil))
  }

  private func compare(
    _ file: String, _ name: String, _ concurrency: Int, _ count: Int, _ goals: Goals
  ) async throws {
    let url = base.appending(path: file)
    let isSingle = concurrency == 1
    let name = (base: name, other: isSingle ? "plain C on two threads" : "plain C")
    var (mine, theirs, plain): ([Contender.Costs], [Contender.Costs], [Contender.Costs]) = (
      [], [], []
    )
    var oneThread: [Contender.Costs] = []
    for round in -1..<Self.rounds {
      let one = try await ours.ask(url, count, concurrency: concurrency)
      let two = try await session.ask(
        url, max(count / 8, 4 * concurrency), concurrency: concurrency)
      let three = try await (isSingle ? Contender.plainThread : .plain)
        .ask(url, count, concurrency: concurrency)
      if isSingle, round >= 0 {
        oneThread.append(try await Contender.plain.ask(url, count, concurrency: concurrency))
      }
      guard round >= 0 else { continue }
      mine.append(one)
      theirs.append(two)
      plain.append(three)
    }
    func ratio(_ value: KeyPath<Contender.Costs, Double>, to others: [Contender.Costs]) -> Double {
      zip(mine, others).map { $0[keyPath: value] / $1[keyPath: value] }.median
    }
    let title = "\(name.base), \(concurrency) at a time"
    func show(_ name: String, _ ratio: Double, _ other: String, _ goal: Double?, _ detail: String?)
    {
      print(Figure("\(title): \(name)", ratio, "times \(other)", atMost: goal, detail).line)
    }
    let rate = "\((1 / mine.map(\.time).median).short) requests a second"
    let work = "\((mine.map(\.work).median * 1e6).short) µs"
    show("time", ratio(\.time, to: theirs), "URLSession", goals.session, rate)
    show("time", ratio(\.time, to: plain), name.other, goals.plain, nil)
    show("processor time", ratio(\.work, to: theirs), "URLSession", nil, nil)
    show("processor time", ratio(\.work, to: plain), name.other, goals.work, work)
    if isSingle {
      show("time", ratio(\.time, to: oneThread), "plain C on one thread", nil, nil)
      show("processor time", ratio(\.work, to: oneThread), "plain C on one thread", nil, nil)
    }
    guard concurrency == 64 else { return }
    let slowest = "\((mine.map(\.slowest).median * 1e3).short) ms"
    show(
      "the slowest of a hundred", ratio(\.slowest, to: theirs), "URLSession", 0.25, slowest)
  }
}
