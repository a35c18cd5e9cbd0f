import AppComposition
import Foundation

/// Does nothing but link what the app links: what starting any such program costs.
@main struct Trivial {
  static func main() {
    print(Date.distantPast.timeIntervalSince1970)
  }
}
