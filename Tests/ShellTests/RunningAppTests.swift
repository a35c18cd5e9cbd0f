import Foundation
import Services
@testable import Core
@testable import Shell
import TestKit
import Testing

@Suite("The program's handle on the app")
@MainActor struct RunningAppTests {
  @Test("A link for which the questions at the start are in the way is refused with that reason")
  func questions() async {
    let services = ToyServices()
    services.asksAtStart = true
    let run = await ToyRun("look Venus\n", ["toy://planets/Venus"], services: services)
    #expect(run.status == 1)
    let reason = "the questions at the start come first."
    #expect(run.errors.hasSuffix("\n“look Venus” was not done: \(reason)\n"), "\(run.errors)")
    let alone = await ToyRun("", ["toy://planets/Venus"], services: services)
    #expect(
      alone.errors == "The link “toy://planets/Venus” can't be opened: \(reason)\n")
  }

  @Test("A link that waits until the app ends is a failure, with and without quit")
  func quit() async {
    let services = ToyServices()
    services.asksAtStart = true
    for script in ["look Venus\n", "look Venus\nquit\n"] {
      let run = await ToyRun(script, services: services)
      #expect(run.status == 1, "\(script)")
      let wait = "waits for the questions at the start. Answer or skip them first."
      #expect(run.errors.hasPrefix("line 1: “look Venus” \(wait)\n"), "\(run.errors)")
      #expect(run.errors.contains("“look Venus” was not done"), "\(run.errors)")
    }
  }

  @Test("News of background work at the end of a script is a note, and no failure")
  func news() async {
    let (services, lines) = (ToyServices(), LineQueue())
    let (output, errors) = (ToldSink(), MemorySink())
    let program = ShellProgram(
      configuration: .toy(services), console: Console(lines: lines, output: output, errors: errors))
    async let status = program.run(arguments: [], environment: [:])
    await output.next { $0.contains("Planets") }
    services.context.notices.post(Notice("The library is back."), once: "back")
    lines.finish()
    #expect(await status == 0)
    #expect(errors.text == "The library is back.\n")
  }

  @Test("A link that leads nowhere is refused before the questions at the start, once")
  func stray() async {
    let services = ToyServices()
    services.asksAtStart = true
    let run = await ToyRun("show\n", ["toy://stars"], services: services)
    #expect(run.status == 1)
    #expect(
      run.errors
        == "The link “toy://stars” can't be opened: the app has no page for it.\n")
  }

  @Test("A link below a screen that opens again and again is refused with that reason")
  func covered() throws {
    let message = LinkRefusal.covered.message(for: try DeepLink("toy://planets"))
    #expect(
      message
        == "The link can't be opened: a screen above it opens again each time it is closed.")
  }

  @Test("The relaunch command keeps the layout of a terminal that was widened")
  func layout() async {
    let services = ToyServices()
    let app = RunningApp { AppSession(context: .test(), features: [.toy(services)]) }
    await app.launch(link: nil)
    await app.session.change(to: .wide)
    await app.relaunch()
    #expect(app.session.layout == .wide)
  }

  @Test("The relaunch command keeps the news that was not shown yet, and says the same once")
  func newsOfEarlierSession() async {
    let (services, places) = (ToyServices(), FaultyKeyValueStore())
    places.failWriting(.unavailable("the disk"))
    let app = RunningApp {
      AppSession(context: .test(), features: [.toy(services)], places: places)
    }
    await app.launch(link: nil)
    app.session.context.notices.post(Notice("The library is back."))
    await app.relaunch()
    let news = app.takeNews()
    #expect(news.count == 2 && news.last == "The library is back.", "\(news)")
    #expect(app.takeNews() == [])
  }

  @Test(
    "A path in the news about the last screens is shown without control characters",
    arguments: [true, false])
  func hostilePath(isRead: Bool) async {
    let error = StorageError.unavailable("e\u{1B}]0;PWNED\u{7}\u{1B}[31m/state.sqlite was moved")
    let places = FaultyKeyValueStore()
    if isRead { places.failReading(error, of: "session/places") } else { places.failWriting(error) }
    let app = RunningApp {
      AppSession(context: .test(), features: [.toy(ToyServices())], places: places)
    }
    await app.launch(link: nil)
    let news = app.takeNews()
    #expect(news.count == 1 && news.first?.contains("PWNED") == true, "\(news)")
    #expect(!news.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test(
    "The news counts the last screens that could not be reopened",
    arguments: [
      ("{}", "One screen from last time could not be reopened."),
      (
        #"{"version":1,"tabs":{"gone":[{"name":"a","version":1,"parameters":{}}]}}"#,
        "One screen from last time could not be reopened."
      ),
      (
        """
        {"version":1,"tabs":{"gone":[{"name":"a","version":1,"parameters":{}},\
        {"name":"b","version":1,"parameters":{}}]}}
        """,
        "2 screens from last time could not be reopened."
      ),
    ])
  func droppedScreens(saved: String, news: String) async throws {
    let places = MemoryKeyValueStore()
    try places.set(Data(saved.utf8), for: "guest/session/places")
    let app = RunningApp {
      AppSession(context: .test(), features: [.toy(ToyServices())], places: places)
    }
    await app.launch(link: nil)
    #expect(app.takeNews() == [news])
  }

  @Test("A window whose session another one has ended says why it was restarted")
  func endedOutside() {
    let message = SessionNotice.endedOutside.message({ _ in nil }, hasLaunched: true)
    let told = "This window was restarted, because its session has ended in another window"
    #expect(message?.hasPrefix(told) == true)
  }

  @Test("When the handle is released, the app ends, also one that awaits an answer")
  func letGo() async {
    let services = ToyServices()
    weak var session: AppSession?
    weak var root: AppCoordinator?
    let activity: Activity
    do {
      let app = RunningApp { AppSession(context: .test(), features: [.toy(services)]) }
      session = app.session
      root = app.session.root
      activity = app.session.activity
      await app.launch(link: nil)
      #expect(root?.isRunning == true)
      await app.session.perform("count")
      #expect(activity.parkedCount == 1, "the list awaits the answer to a question")
    }
    await activity.settleAll()
    #expect(activity.parkedCount == 0, "the caller that awaited it was told that nothing comes")
    #expect(session == nil)
    #expect(root == nil)
  }
}
