import Terminal
import Core

/// The pictures of a terminal session: fetched in the background, one after the other, and drawn when
/// the screen is drawn next.
@MainActor final class TerminalPictures {
  private enum State {
    case loading
    case loaded(PictureDrawing.Loaded)
    case failed
  }

  /// The largest number of pictures that are kept, unless a screen shows more.
  private static let most = 16
  /// The pixels that a screen shows of a picture, at most. A decoder gives at least so many, and of a
  /// wider picture twice the width is kept.
  private nonisolated static let width = 320
  private nonisolated static let height = 480

  private let source: PictureSource
  private let decoder: (any PictureDecoder)?
  private let editor: (any LineEditor)?
  private let hasColors: Bool
  private var states: [String: State] = [:]
  private var order: [String] = []
  /// The addresses on the screen that was drawn last.
  private var wanted: Set<String> = []
  /// The lines of the terminal when a screen was drawn last.
  private var lines = 0
  /// Where the pictures come from.
  private var origin: String?
  private var abilities = PictureAbilities()
  private var hasAsked = false
  private var fetching: Task<Void, Never>?
  /// Called when a picture that may be visible can be drawn.
  var onChange: () -> Void = {}

  /// Creates pictures.
  ///
  /// - Parameters:
  ///   - decoder: decodes files, or nil: then only files that the terminal takes are shown.
  ///   - editor: passes questions to the terminal, or nil to ask none.
  ///   - hasColors: whether the terminal has colours of 24 bits.
  init(
    _ source: PictureSource, decoder: (any PictureDecoder)?, editor: (any LineEditor)?,
    hasColors: Bool
  ) {
    (self.source, self.decoder, self.editor) = (source, decoder, editor)
    self.hasColors = hasColors
  }

  /// Returns the pictures of a screen that can be drawn now, and begins to fetch the others.
  func drawing(for snapshot: Snapshot, height: Int) -> PictureDrawing? {
    let sources = snapshot.panes.flatMap(\.content.sections).compactMap { section in
      if case .picture(let picture) = section.body { picture.source } else { nil }
    }
    wanted = Set(sources)
    lines = height
    change(to: source.origin())
    forgetFailures()
    guard !sources.isEmpty, origin != nil else { return nil }
    ask()
    var drawing = emptyDrawing
    for source in sources {
      switch states[source] {
      case .loaded(let picture): drawing.pictures[source] = picture
      case .loading, .failed: break
      case nil: fetch(source)
      }
    }
    return drawing
  }

  /// Waits until nothing is fetched, for tests.
  func settle() async { await fetching?.value }

  /// Stops fetching, also what waits.
  func end() {
    fetching?.cancel()
    onChange = {}
  }

  private func fetch(_ address: String) {
    remember(address, .loading)
    fetching = Task { [previous = fetching, source, decoder, origin] in
      if let previous {
        await withTaskCancellationHandler {
          await previous.value
        } onCancel: {
          previous.cancel()
        }
      }
      guard !Task.isCancelled else { return }
      guard origin == self.origin else { return }
      // The user has gone on meanwhile.
      guard wanted.contains(address) else { return forget(address) }
      let bytes = await source.file(address)
      let loaded = await Self.loaded(bytes, decoder)
      guard origin == self.origin else { return }
      guard let loaded, !Task.isCancelled else { return remember(address, .failed) }
      remember(address, .loaded(loaded))
      if wanted.contains(address), emptyDrawing.canDraw(loaded) { onChange() }
    }
  }

  /// Forgets the pictures of another origin.
  private func change(to origin: String?) {
    guard origin != self.origin else { return }
    self.origin = origin
    (states, order) = ([:], [])
  }

  /// Forgets what failed for a screen that is gone: when it comes back, the server may have it.
  private func forgetFailures() {
    for case (let address, .failed) in states where !wanted.contains(address) { forget(address) }
  }

  private func remember(_ address: String, _ state: State) {
    if states.updateValue(state, forKey: address) == nil { order.append(address) }
    while order.count > Self.most, let unseen = order.first(where: { !wanted.contains($0) }) {
      forget(unseen)
    }
  }

  private func forget(_ address: String) {
    states[address] = nil
    order.removeAll { $0 == address }
  }

  /// Checks a file and decodes it, off the main actor.
  @concurrent private static func loaded(
    _ bytes: [UInt8]?, _ decoder: (any PictureDecoder)?
  ) async -> PictureDrawing.Loaded? {
    guard let bytes, let file = PictureFile(bytes) else { return nil }
    do throws(PictureProblem) {
      let pixels = try decoder?.pixels(of: file, atLeast: width, height)
      return PictureDrawing.Loaded(
        file: file, pixels: pixels.map { Self.bounded($0) })
    } catch {
      // A damaged file is for no terminal, either; one of another format may be.
      if case .damaged = error { return nil }
      return PictureDrawing.Loaded(file: file)
    }
  }

  /// Scales pixels down to what a screen needs.
  private nonisolated static func bounded(_ pixels: Pixels) -> Pixels {
    let (most, tallest) = (width * 2, height)
    if pixels.width * tallest > most * pixels.height, pixels.width > most {
      return pixels.scaled(width: most, height: pixels.height * most / pixels.width)
    }
    guard pixels.height > tallest else { return pixels }
    return pixels.scaled(width: pixels.width * tallest / pixels.height, height: tallest)
  }

  /// Asks the terminal what it can show, once.
  private func ask() {
    guard !hasAsked, let editor else { return }
    hasAsked = true
    editor.ask(PictureAbilities.firstQuestions) { [weak self] answers in
      guard let self else { return }
      learn(answers)
      guard PictureAbilities.asksFurther(after: answers) else { return }
      editor.ask(PictureAbilities.furtherQuestions) { [weak self] in self?.learn($0) }
    }
  }

  private func learn(_ answers: [TerminalAnswer]) {
    let before = abilities
    abilities.learn(answers)
    let isNews = wanted.contains { address in
      guard case .loaded(let picture) = states[address] else { return false }
      return emptyDrawing.canDraw(picture)
    }
    if abilities != before, isNews { onChange() }
  }

  /// A drawing without pictures, for what the terminal can show now.
  private var emptyDrawing: PictureDrawing {
    PictureDrawing(abilities: abilities, hasColors: hasColors, height: lines)
  }
}
