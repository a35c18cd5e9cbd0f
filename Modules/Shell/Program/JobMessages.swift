/// The messages of a job without a screen for them: an object for programs, and a line for people.
@MainActor struct JobMessages {
  let printer: Printer
  /// The program's name.
  let name: String
  /// Whether programs read the output.
  let isJSON: Bool

  /// Says why the job was not done.
  ///
  /// - Parameter hasData: whether standard output is for the data of an export, so that the object goes to standard
  ///   error.
  func fail(_ reason: String, besideData hasData: Bool = false) {
    if isJSON {
      let object = JSONRenderer().problem(reason.plain, line: nil)
      if hasData { printer.printBesideData(object) } else { printer.print(object) }
    }
    printer.report("\(name): \(reason.plain)")
  }

  /// Says what the screen does not show.
  func note(_ text: String) {
    if isJSON { printer.print(JSONRenderer().note(text.plain, line: nil)) }
    printer.report("\(name): \(text.plain)")
  }
}
