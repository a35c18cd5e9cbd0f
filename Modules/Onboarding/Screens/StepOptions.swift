/// How a step's screen varies with where it stands: values, not subclasses.
struct StepOptions: Hashable, Sendable {
  /// What the button does that ends the step; also the word that presses it.
  enum Ending: String, Hashable, Sendable {
    case next, done, save, start
  }

  var ending = Ending.next
  var offersSkip = false
  /// Whether one may go on when what was typed can't be stored.
  var offersGoingOnUnsaved = false
  /// Whether leaving this screen loses what was typed and not saved.
  var guardsChanges = false
}
