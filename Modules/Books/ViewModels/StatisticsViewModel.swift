import Services
import Core
import Observation

/// What the reader has read, in numbers, and the year that is looked at.
@MainActor @Observable final class StatisticsViewModel {
  /// Why something is not shown.
  enum Problem: Hashable {
    case storage(StorageError)
    case onlyForMembers
  }

  private(set) var problem: Problem?
  /// The chosen year; nil for the current one.
  private var chosenYear: Int?

  @ObservationIgnored private let library: Library
  @ObservationIgnored private let preferences: BooksPreferences

  init(services: BooksServices) {
    library = services.library
    preferences = services.preferences
  }

  /// The numbers, or nil before they are counted.
  private(set) var statistics: ReadingStatistics?

  // MARK: Years

  private var thisYear: Int { library.today.year }
  private var yearsToShow: Set<Int> {
    Set(statistics.map { Array($0.years.keys) } ?? []).union([thisYear])
  }

  /// What was read in the year that is looked at.
  var year: ReadingYear {
    let number = chosenYear ?? thisYear
    return statistics?.years[number] ?? ReadingYear(number)
  }
  /// The number of months that the year has had so far.
  var monthCount: Int { year.year == thisYear ? library.today.month : 12 }
  /// The year before in which something was read.
  var previousYear: Int? { yearsToShow.filter { $0 < year.year }.max() }
  /// The year after in which something was read, or this one.
  var nextYear: Int? { yearsToShow.filter { $0 > year.year }.min() }

  /// The goal, while it is this year that is looked at.
  var goal: ReadingGoal? {
    guard year.year == thisYear else { return nil }
    return ReadingGoal(preferences.yearlyGoal(), read: year.total.books, today: library.today)
  }

  func showPreviousYear() {
    if let previousYear { chosenYear = previousYear }
    forgetRefusal()
  }

  func showNextYear() {
    if let nextYear { chosenYear = nextYear == thisYear ? nil : nextYear }
    forgetRefusal()
  }

  // MARK: Loading

  var appearance: AppearanceWork {
    { [self] in await load() }
  }

  /// Counts again.
  func load() async {
    let today = library.today
    do throws(StorageError) {
      statistics = try await library.read { store throws(StorageError) in
        await ReadingStatistics.counted(try await store.allEntries(), today: today)
      }
      // In the library of a user who has signed in the chosen year may be empty.
      if let year = chosenYear, !yearsToShow.contains(year) { chosenYear = nil }
      if case .storage = problem { problem = nil }
    } catch {
      problem = .storage(error)
    }
  }

  /// Says that the detailed statistics are not for everybody.
  func refuseDetails() {
    problem = .onlyForMembers
  }

  /// Says no more that something was refused.
  func forgetRefusal() {
    if problem == .onlyForMembers { problem = nil }
  }
}
