import Terminal
import Core

/// The pictures that a terminal can show on a screen, with the way in which it shows them.
struct PictureDrawing: Sendable {
  /// A picture as it is drawn.
  enum Drawn: Hashable {
    /// Lines of characters with control sequences.
    case lines([String], columns: Int)
    /// A control sequence that draws over a field of cells.
    case graphic(String, columns: Int, rows: Int)
  }

  /// A file and, if there is a decoder, its pixels.
  struct Loaded: Sendable {
    var file: PictureFile
    var pixels: Pixels?
  }

  /// The largest number of lines of a picture.
  static let maximumRows = 10
  /// The smallest number of lines in which a cover can be recognised.
  private static let fewestRows = 4
  /// The cell size to assume if the terminal reports none.
  private static let usualCell = TerminalAnswer.CellSize(width: 8, height: 16)

  var pictures: [String: Loaded] = [:]
  var abilities = PictureAbilities()
  /// Whether there are colours of 24 bits.
  var hasColors = false
  /// The lines of the terminal.
  var height = 24

  /// The lines that a picture may take.
  private var rows: Int { min(Self.maximumRows, height / 3) }

  /// Returns whether a picture can be drawn if the screen is wide enough.
  func canDraw(_ loaded: Loaded) -> Bool {
    guard rows >= Self.fewestRows else { return false }
    if abilities.hasITerm || abilities.hasKitty && loaded.file.kind == .png { return true }
    let hasWay = abilities.hasKitty || abilities.hasSixel && abilities.cell != nil || hasColors
    return loaded.pixels != nil && hasWay
  }

  /// Returns how a picture is drawn in a number of columns, or nil if only its text can be.
  func drawn(_ picture: Picture, columns room: Int) -> Drawn? {
    guard let loaded = picture.source.flatMap({ pictures[$0] }), canDraw(loaded),
      let (columns, rows) = field(of: loaded.file, room, self.rows)
    else { return nil }
    if let text = graphic(loaded, columns, rows) {
      return .graphic(text, columns: columns, rows: rows)
    }
    guard let pixels = loaded.pixels else { return nil }
    // The last line is left free: some terminals scroll below sixels.
    if abilities.hasSixel, let cell = abilities.cell,
      let (columns, upper) = field(of: loaded.file, room, rows - 1)
    {
      let size = pixels.scaled(width: columns * cell.width, height: upper * cell.height / 6 * 6)
      return .graphic(SixelPicture.text(size), columns: columns, rows: upper + 1)
    }
    guard hasColors else { return nil }
    return .lines(
      HalfBlocks.lines(pixels.scaled(width: columns, height: rows * 2)), columns: columns)
  }

  private func graphic(_ loaded: Loaded, _ columns: Int, _ rows: Int) -> String? {
    if abilities.hasKitty {
      if loaded.file.kind == .png {
        return KittyPicture.text(.png(loaded.file.bytes), columns: columns, rows: rows)
      }
      if let pixels = loaded.pixels, let cell = abilities.cell ?? Self.usualCell {
        // Only the pixels that the cells show are sent.
        let (width, height) = (columns * cell.width, rows * cell.height)
        let isLarger = pixels.width > width && pixels.height > height
        let shown = isLarger ? pixels.scaled(width: width, height: height) : pixels
        return KittyPicture.text(.pixels(shown), columns: columns, rows: rows)
      }
    }
    return abilities.hasITerm ? ITermPicture.text(loaded.file, columns: columns, rows: rows) : nil
  }

  /// Returns the cells that a picture takes with its own proportions.
  private func field(of file: PictureFile, _ room: Int, _ rows: Int) -> (Int, Int)? {
    guard let cell = abilities.cell ?? Self.usualCell, rows > 0 else { return nil }
    let columns = max(1, rows * cell.height * file.width / file.height / cell.width)
    if columns <= room { return (columns, rows) }
    let fewer = room * cell.width * file.height / file.width / cell.height
    return fewer > 0 ? (room, min(rows, fewer)) : nil
  }
}
