import Services
import Core

// The texts of the feature.

/// Texts about profiles.
enum OnboardingText {
  static let profile = "Profile"
  static let genres = "Favourite genres"
  static let goal = "Yearly goal"

  /// The first words of the app.
  static let welcome = [
    // feature: Books
    "Keep track of the books you want to read, are reading and have read.",
    // end
    "A few questions make the app yours. You can skip any of them, and change your answers later.",
  ].joined(separator: "\n\n")

  // feature: Books
  static let goalQuestion = "How many books do you want to read in a year?"
  static let goalLabel = "Books a year"
  // else: static let goalQuestion = "What is your goal for a year?"
  // else: static let goalLabel = "Goal for a year"
  // end

  static func unread(_ error: StorageError) -> Notice {
    Notice("Your profile can't be read. \(error.description)", tone: .problem)
  }

  static func title(_ ending: StepOptions.Ending) -> String {
    switch ending {
    case .next: "Next"
    case .done: "Done"
    case .save: "Save"
    case .start: "Start"
    }
  }

  static func title(_ genre: Genre) -> String { genre.subject }

  /// The number of chosen genres, and how to choose.
  static func chosen(_ count: Int) -> String {
    let most = Genre.maximumFavourites
    let hint = count < most ? "Choose one to add it; choose it" : "Choose one"
    return "\(count) of \(most) chosen. \(hint) again to remove it."
  }

  static func genres(_ profile: ReaderProfile) -> String? {
    profile.favourites.map(title).joined(separator: ", ").ifNotEmpty
  }

  static func goal(_ profile: ReaderProfile) -> String? {
    // feature: Books
    profile.yearlyGoal.map { $0 == 1 ? "1 book a year" : "\($0) books a year" }
    // else: profile.yearlyGoal.map { "\($0) a year" }
    // end
  }

  /// The initials in place of a picture; empty without a name.
  static func avatar(of profile: ReaderProfile) -> [ContentSection] {
    guard let initials = profile.initials.ifNotEmpty else { return [] }
    return [ContentSection("avatar", .picture(Picture(source: nil, alternative: initials)))]
  }

  /// A summary of an owner's profile, for lists such as "3 books and a profile".
  static let storedProfile = "a profile"

  static func message(_ problem: ProfileProblem?) -> String? {
    switch problem {
    case nil: nil
    case .tooManyGenres:
      "You can choose at most \(Genre.maximumFavourites) genres. Remove one first."
    case .goalOutOfRange:
      // feature: Books
      "Enter a goal from \(YearlyGoal.range.lowerBound) to \(YearlyGoal.range.upperBound) books."
    // else: "Enter a goal from \(YearlyGoal.range.lowerBound) to \(YearlyGoal.range.upperBound)."
    // end
    case .name(.tooLong): "A name can have at most \(DisplayName.maximumLength) characters."
    case .name(.unprintable): "A name can't have control characters or invisible marks."
    case .name(.invisible), .name(.empty): "A name needs a visible character."
    }
  }
}

extension String {
  /// The text, or nil for an empty one.
  var ifNotEmpty: String? { isEmpty ? nil : self }
}
