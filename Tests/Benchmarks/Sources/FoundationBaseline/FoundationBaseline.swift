import Foundation

/// Formats a date: the baseline for a program that uses Foundation once.
@main struct FoundationBaseline {
  static func main() {
    print(Date(timeIntervalSince1970: 1_795_176_000).formatted(.dateTime.year().month().day()))
  }
}
