import Services
import Observation

/// The reader's statistics, and the selected year.
@MainActor @Observable final class StatisticsViewModel {
  /// Why a part is not shown.
  enum Problem: Hashable {
    case storage(StorageError)
    case onlyForMembers
  }

  /// The result of a change of the goal.
  enum GoalResult: Hashable {
    /// Nil for no goal.
    case changed(to: Int?)
    case failed(StorageError)
  }

  private(set) var problem: Problem?
  /// The result of the last change of the goal; nil before one.
  private(set) var goalResult: GoalResult?
  /// The selected year; nil for the current one.
  private var chosenYear: Int?

  @ObservationIgnored private let library: Library
  @ObservationIgnored private let preferences: BooksPreferences
  @ObservationIgnored private var requests = RequestOrder()

  init(services: BooksServices) {
    library = services.library
    preferences = services.preferences
  }

  /// The statistics, or nil before they are loaded.
  private(set) var statistics: ReadingStatistics?

  // MARK: Years

  var today: CalendarDate { library.today }
  private var thisYear: Int { library.today.year }
  private var yearsToShow: Set<Int> {
    Set(statistics.map { Array($0.years.keys) } ?? []).union([thisYear])
  }

  /// The statistics of the selected year.
  var year: ReadingYear {
    let number = chosenYear ?? thisYear
    return statistics?.years[number] ?? ReadingYear(number)
  }
  /// Whether the selected year has not come yet.
  var isLaterYear: Bool { year.year > thisYear }
  /// The number of months of the year until now, or until its last one with reading: a file may have later dates.
  var monthCount: Int {
    let year = year
    guard year.year == thisYear else { return 12 }
    let last = year.months.lastIndex { $0.books > 0 || $0.pages > 0 }
    return max(library.today.month, (last ?? 0) + 1)
  }
  /// The previous year with books.
  var previousYear: Int? { yearsToShow.filter { $0 < year.year }.max() }
  /// The next year with books, or the current one.
  var nextYear: Int? { yearsToShow.filter { $0 > year.year }.min() }

  /// The goal, if the current year is selected.
  var goal: ReadingGoal? {
    guard year.year == thisYear else { return nil }
    return ReadingGoal(preferences.yearlyGoal(), read: year.total.books, today: library.today)
  }

  /// Whether the goal can be set: the current year is selected.
  var canSetGoal: Bool { preferences.setYearlyGoal != nil && year.year == thisYear }

  /// The goals that can be typed; 0 for none.
  var typedGoals: ClosedRange<Int> { 0...preferences.goals.upperBound }

  /// Sets the goal for this year; 0 books remove it.
  func setGoal(_ books: Int) async {
    guard let set = preferences.setYearlyGoal else { return }
    forgetResults()
    let goal = books > 0 ? books : nil
    do throws(StorageError) {
      // A goal that is invalid for the profile is stored as none.
      if try await set(goal) { goalResult = .changed(to: preferences.yearlyGoal()) }
    } catch { goalResult = .failed(error) }
  }

  func showPreviousYear() {
    if let previousYear { chosenYear = previousYear }
    forgetResults()
  }

  func showNextYear() {
    if let nextYear { chosenYear = nextYear == thisYear ? nil : nextYear }
    forgetResults()
  }

  // MARK: Loading

  /// Loads the statistics again.
  func load() async {
    let today = library.today
    let request = requests.begin()
    do throws(StorageError) {
      let read = try await library.read("reading all books", isLong: true) {
        reader throws(StorageError) in
        ReadingStatistics(try reader.allEntries(), today: today)
      }
      guard requests.advance(to: request) else { return }
      statistics = read
      // The selected year may be empty in another owner's library.
      if let year = chosenYear, !yearsToShow.contains(year) { chosenYear = nil }
      if case .storage = problem { problem = nil }
    } catch {
      // A newer appearance of the screen reads again.
      if error == .cancelled, statistics != nil { return }
      if requests.advance(to: request) { problem = .storage(error) }
    }
  }

  /// Shows that the detailed statistics are for members.
  func refuseDetails() {
    problem = .onlyForMembers
  }

  /// Clears the refusal, and the result of a change of the goal.
  func forgetResults() {
    if problem == .onlyForMembers { problem = nil }
    if goalResult != nil { goalResult = nil }
  }
}
