import Services
import Core
@testable import Onboarding
import TestKit
import Testing

@Suite("Invalid input in the steps")
@MainActor struct BadInputTests {
  private let harness = OnboardingHarness()

  private nonisolated static let names = [
    "\u{7}", "A\u{1B}[2Jda", "\u{202E}adA", "A\u{2066}da", "\u{301}", "\u{3164}",
    String(repeating: "a", count: 61), "A" + String(repeating: "\u{301}", count: 2_000),
  ]

  @Test("An invalid name is refused at its field, and the input stays", arguments: names)
  func name(typed: String) async throws {
    await withApp(await harness.flow(steps: [.displayName, .summary])) { app in
      await app.session.fill("name", .text(typed))
      await app.advance()
      #expect(app.step == .name)
      #expect(app.content.fields.first?.problem != nil)
      #expect(app.value(of: "name") == .text(typed))
      await app.fill("name", "Ada")
      #expect(app.content.fields.first?.problem == nil)
      await app.advance()
      await app.advance()
    }
    #expect(try await harness.stored() == ReaderProfile(displayName: "Ada"))
  }

  @Test("An invalid name from the summary's form is shown there again, and left out by a skip")
  func nameOfSummary() async throws {
    var outcome: Outcome<Void>?
    await withApp(await harness.flow { outcome = $0 }) { app in
      await app.walk(until: .summary)
      await app.choose("Name")
      await app.session.fill("name", .text(String(repeating: "a", count: 61)))
      await app.back()
      #expect(app.content.rows.first { $0.title == "Name" }?.detail == "Not valid")
      await app.advance()
      #expect(app.step == .name && app.content.fields.first?.problem != nil)
      // From the form to the summary, and over the three questions to the welcome.
      for _ in 1...5 { await app.back() }
      await app.tap("skip-all")
    }
    #expect(outcome?.value != nil)
    var expected = OnboardingHarness.ada
    expected.displayName = ""
    #expect(try await harness.stored() == expected)
  }

  @Test("A name of a megabyte does not reach the form")
  func hugeName() async {
    await withApp(await harness.flow(steps: [.displayName])) { app in
      let huge = String(repeating: "a", count: 1 << 20)
      let answer = await app.session.fill("name", .text(huge))
      #expect(answer == .invalid(.tooLong(limit: FieldKind.maximumTextLength)))
      #expect(app.value(of: "name") == nil)
    }
  }

  @Test("A blank name is the same as no name", arguments: ["", " ", "\t", "\u{3000}"])
  func blankName(typed: String) async throws {
    await withApp(await harness.flow(steps: [.displayName])) { app in
      await app.session.fill("name", .text(typed))
      await app.advance()
      #expect(app.step == nil)
    }
    #expect(try await harness.stored() == ReaderProfile())
  }

  @Test("Emoji are a valid name")
  func emoji() async throws {
    await withApp(await harness.flow(steps: [.displayName])) { app in
      await app.fill("name", "👩‍👩‍👧‍👦 🪐")
      #expect(app.text.contains("picture: 👩‍👩‍👧‍👦🪐"))
      await app.advance()
    }
    #expect(try await harness.stored().initials == "👩‍👩‍👧‍👦🪐")
  }

  @Test(
    "An invalid goal is refused by the field and by the form",
    arguments: [-1, 0, 1001, Int.min, Int.max])
  func goal(typed: Int) async throws {
    let viewModel = ProfileViewModel(await harness.current())
    let routing = RoutingMock()
    let screen = GoalScreen(viewModel, options: StepOptions(), routing: routing)
    await screen.perform(.fill, .field("goal", .number(typed)))
    await screen.perform("next", .none)
    #expect(routing.calls.isEmpty)
    #expect(screen.content.fields.first?.problem != nil)

    await withApp(await harness.flow(steps: [.goal])) { app in
      await app.fill("goal", "24")
      let answer = await app.session.fill("goal", .number(typed))
      guard case .invalid = answer else {
        Issue.record("\(typed) was answered by \(answer)")
        return
      }
      #expect(app.value(of: "goal") == .number(24))
    }
  }

  @Test("Too many genres are refused, and the earlier ones stay")
  func tooManyGenres() async throws {
    await withApp(await harness.flow(steps: [.genres])) { app in
      for genre in Genre.all { await app.choose(genre.subject) }
      #expect(app.chosen == Genre.all.prefix(5).map(\.subject))
      #expect(app.notice?.contains("Remove one first") == true)
      #expect(app.content.subtitle == Self.full)
      await app.choose("Classics")
      #expect(app.notice == nil)
      await app.choose("Science")
      await app.advance()
    }
    let expected = Genre.all.prefix(5).dropFirst().map(\.id) + ["science"]
    #expect(try await harness.stored().genres == expected)
  }

  @Test("A genre of another version does not count as a favourite, and is kept")
  func genreOfOtherVersion() async throws {
    let genres: [Identifier<Genre>] = ["knitting"] + Genre.all.prefix(4).map(\.id)
    try await harness.keep(ReaderProfile(genres: genres))
    await withApp(await harness.flow(.edit, steps: [.genres])) { app in
      await app.choose("Science")
      #expect(app.notice == nil && app.content.subtitle == Self.full)
      await app.advance()
      #expect(app.step == nil, "it was saved")
    }
    #expect(try await harness.stored().genres == genres + ["science"])
  }

  /// The subtitle with as many genres as can be chosen.
  private static let full = "5 of 5 chosen. Choose one again to remove it."

  @Test("The question about genres says how one is added and removed")
  func choosing() async {
    await withApp(await harness.flow(steps: [.genres])) { app in
      let hint = "Choose one to add it; choose it again to remove it."
      #expect(app.content.subtitle == "0 of 5 chosen. \(hint)")
      await app.choose("Classics")
      #expect(app.content.subtitle == "1 of 5 chosen. \(hint)")
    }
  }

  @Test("Selecting a genre twice deselects it, and three times selects it")
  func sameGenre() async throws {
    await withApp(await harness.flow(steps: [.genres])) { app in
      await app.choose("Poetry")
      await app.choose("Poetry")
      #expect(app.chosen.isEmpty)
      await app.choose("Poetry")
      await app.advance()
    }
    #expect(try await harness.stored().genres == ["poetry"])
  }

  @Test("An unknown genre can't be selected", arguments: ["knitting", "", "\u{7}", "POETRY"])
  func unknownGenre(id: String) async throws {
    let viewModel = ProfileViewModel(await harness.current())
    let screen = GenrePickerScreen(viewModel, options: StepOptions(), routing: RoutingMock())
    await screen.perform(.select, .row(Identifier(id)))
    #expect(viewModel.draft.genres.isEmpty)
    await withApp(await harness.flow(steps: [.genres])) { app in
      #expect(await app.session.select(Identifier(id)) == .unknown)
    }
  }
}
