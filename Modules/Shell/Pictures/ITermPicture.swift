import Foundation
import Terminal

/// A picture for terminals with iTerm2's inline images (iterm2.com/documentation-images.html).
enum ITermPicture {
  /// Returns the sequence that shows a file in a field of cells.
  static func text(_ file: PictureFile, columns: Int, rows: Int) -> String {
    "\u{1B}]1337;File=inline=1;size=\(file.bytes.count);width=\(columns);height=\(rows)"
      + ";preserveAspectRatio=1:\(Data(file.bytes).base64EncodedString())\u{7}"
  }
}
