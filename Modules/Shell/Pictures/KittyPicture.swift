import Terminal
import Foundation

/// A picture for terminals with kitty's graphics protocol
/// (sw.kovidgoyal.net/kitty/graphics-protocol).
enum KittyPicture {
  /// The largest part of the data in one sequence.
  private static let part = 4096

  /// Returns the sequences that show pixels in a field of cells, or a PNG file as it is.
  ///
  /// The terminal answers nothing (`q=2`) and leaves the cursor where it is (`C=1`).
  static func text(_ content: Content, columns: Int, rows: Int) -> String {
    let (format, data) =
      switch content {
      case .pixels(let pixels): ("f=24,s=\(pixels.width),v=\(pixels.height)", pixels.bytes)
      case .png(let bytes): ("f=100", bytes)
      }
    var rest = Array(Data(data).base64EncodedString().utf8)[...]
    var keys = "a=T,q=2,C=1,\(format),c=\(columns),r=\(rows),"
    var text = ""
    repeat {
      let part = rest.prefix(part)
      rest = rest.dropFirst(part.count)
      text += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(String(decoding: part, as: UTF8.self))"
      text += "\u{1B}\\"
      keys = "q=2,"
    } while !rest.isEmpty
    return text
  }

  /// The data of the picture.
  enum Content { case pixels(Pixels), png([UInt8]) }
}
