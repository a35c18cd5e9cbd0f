import Services
import Core
import Foundation
@testable import Onboarding
import TestKit
import Testing

@Suite("The order of the steps is the order of an array")
@MainActor struct StepOrderTests {
  private let harness = OnboardingHarness()
  private let ada = OnboardingHarness.ada

  private static func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.indices.flatMap { index in
      var rest = elements
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  @Test("Every order leads to the end with the same profile, also after going back")
  func everyOrder() async throws {
    let orders = Self.permutations([ProfileStep].usual)
    #expect(orders.count == 120)
    for order in orders {
      let harness = OnboardingHarness()
      var outcome: Outcome<Void>?
      await withApp(await harness.flow(steps: order) { outcome = $0 }) { app in
        let shown = await app.walk(as: ada)
        // An empty summary is not shown.
        let expected = order.map(\.id)
          .drop { $0 == .welcome || $0 == .summary }
        #expect(Array(shown.drop { $0 == .welcome || $0 == .summary }) == Array(expected))
      }
      #expect(outcome?.value != nil, "\(order.map(\.id))")
      #expect(try await harness.stored() == ada, "\(order.map(\.id))")
    }
  }

  @Test("Going back and forward keeps the input, in every order and from every step")
  func backAndOn() async throws {
    for order in Self.permutations([ProfileStep.genres, .goal, .displayName]) {
      let harness = OnboardingHarness()
      let steps = [.welcome] + order + [.summary]
      await withApp(await harness.flow(steps: steps)) { app in
        for step in steps {
          #expect(app.step == step.id)
          await app.answer(as: ada)
          // Back to the first step and forward again, with the earlier input.
          var count = 0
          while await app.session.back() == .left { count += 1 }
          for _ in 0..<count { await app.advance() }
          #expect(app.step == step.id)
          switch step.id {
          case .genres: #expect(app.chosen == ["Poetry", "Science"])
          case .goal: #expect(app.value(of: "goal") == .number(24))
          case .name: #expect(app.value(of: "name") == .text("Ada Lovelace"))
          case .welcome, .summary: break
          }
          await app.advance()
        }
      }
      #expect(try await harness.stored() == ada)
    }
  }

  @Test(
    "A skipped step keeps the answer that was given",
    arguments: ProfilePart.allCases)
  func skip(part: ProfilePart) async throws {
    await withApp(await harness.flow()) { app in
      await app.walk(as: ada, until: ProfileStep.asking(for: part).id)
      await app.answer(as: ada)
      await app.tap("skip")
      await app.walk(as: ada)
    }
    #expect(try await harness.stored() == ada)
    #expect(try await harness.wasSeen)
  }

  @Test("A skipped step leaves out an answer that is not valid")
  func skipInvalid() async throws {
    await withApp(await harness.flow()) { app in
      await app.walk(as: ada, until: .name)
      await app.session.fill("name", .text(String(repeating: "a", count: 61)))
      await app.tap("skip")
      #expect(app.step == .summary)
      await app.advance()
    }
    var expected = ada
    expected.displayName = ""
    #expect(try await harness.stored() == expected)
  }

  @Test("All questions can be skipped at once, and then nothing is saved")
  func skipAll() async throws {
    var outcome: Outcome<Void>?
    await withApp(await harness.flow { outcome = $0 }) { app in
      #expect(await app.walk(skipping: [.welcome]) == [.welcome])
    }
    #expect(outcome?.value != nil)
    #expect(try await harness.wasSeen)
    #expect(try await harness.store.values(withPrefix: "guest/").isEmpty)
  }

  @Test("Skipping every step shows no summary, and saves no profile")
  func skipEach() async throws {
    await withApp(await harness.flow()) { app in
      let shown = await app.walk(skipping: [.genres, .goal, .name])
      #expect(shown == [.welcome, .genres, .goal, .name])
    }
    #expect(try await harness.store.values(withPrefix: "guest/").isEmpty)
  }

  @Test("Skipping the remaining questions keeps the earlier answers")
  func skipTheRest() async throws {
    let steps: [ProfileStep] = [.displayName, .welcome, .goal, .genres]
    await withApp(await harness.flow(steps: steps)) { app in
      await app.walk(as: ada, skipping: [.welcome])
    }
    #expect(try await harness.stored() == ReaderProfile(displayName: "Ada Lovelace"))
  }

  @Test("Answered questions are not asked again")
  func isNeeded() async throws {
    try await harness.keep(ReaderProfile(displayName: "Ada", yearlyGoal: 3))
    await withApp(await harness.flow()) { app in
      #expect(await app.walk(as: ada) == [.welcome, .genres, .summary])
    }
  }

  @Test("The sources of the screens name no other step and no order")
  func sources() throws {
    let project = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = project.appending(path: "Modules/Onboarding/Screens")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count { $0.lastPathComponent.hasSuffix("Screen.swift") } == 6)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in ["ProfileStep", "experiment", "variant", "steps["] {
        #expect(!text.contains(word), "\(file.lastPathComponent): \(word)")
      }
      let named = text.matches(of: /StepName\.(\w+)/).map { String($0.output.1) }
      #expect(Set(named).count <= 1, "\(file.lastPathComponent) names \(named)")
    }
  }

  @Test("Without a step the flow finishes at once")
  func noSteps() async throws {
    try await harness.keep(ada)
    var outcome: Outcome<Void>?
    await withApp(await harness.flow(steps: [.goal]) { outcome = $0 }) { app in
      #expect(app.step == nil)
    }
    #expect(outcome?.value != nil)
  }

  @Test(
    "An experiment asks for the goal first; an unknown variant changes nothing",
    arguments: [
      (nil, [StepName.welcome, .genres, .goal, .name, .summary]),
      ("goal-first", [.welcome, .goal, .genres, .name, .summary]),
      ("purple", [.welcome, .genres, .goal, .name, .summary]),
    ])
  func experiment(variant: String?, order: [StepName]) async throws {
    let experiments = variant.map { ["onboarding": $0] } ?? [:]
    await withApp(await harness.flow(.onboarding, experiments)) { app in
      #expect(await app.walk(as: ada) == order)
    }
    #expect(try await harness.stored() == ada)
  }
}
