import Testing
@testable import Scaffold

/// What holds everywhere in the sources, read as text, line by line.
@Suite("Architecture") struct ArchitectureTests {
  @Test("A feature has Models, Services, ViewModels, Screens and Coordinators, and nothing else")
  func featureFolders() { expect(.featureFolders) }

  @Test("A feature is an enum with make, or a final class with feature")
  func featureShape() { expect(.featureShape) }

  @Test("No type has the name of its module")
  func typeNames() { expect(.typeNames) }

  @Test("Core and the features start no uncounted task without a reason")
  func countedWork() { expect(.countedWork) }

  @Test("Core and the features use no API newer than the declared platforms")
  func platforms() { expect(.platforms) }

  @Test("Screens and view models name no navigator and no coordinator")
  func screens() { expect(.screensKnowNoNavigation) }

  @Test("Experiments are read in coordinators only")
  func variants() { expect(.variantsInCoordinators) }

  @Test("There is no global mutable state")
  func globalState() { expect(.noGlobalState) }

  @Test("There are no singletons")
  func singletons() { expect(.noSingletons) }

  @Test("Nothing in the sources calls fatalError")
  func traps() { expect(.noTraps) }

  @Test("A feature that signs out says who has asked the locks")
  func signOuts() { expect(.askedSignOuts) }

  @Test("No program is started by Foundation's Process, which crashes with very many open files")
  func processes() { expect(.ownProcesses) }

  @Test("A file has at most 250 lines")
  func fileLength() { expect(.fileLength) }

  @Test("A coordinator of more than 150 lines gives a warning")
  func coordinatorLength() { expect(.coordinatorLength, severity: .warning) }

  @Test("A delegate or routing protocol with more than 7 requirements gives a warning")
  func routingSize() { expect(.routingSize, severity: .warning) }

  @Test("A screen holds its delegate or routing weakly")
  func weakReporting() { expect(.weakReporting) }

  @Test("A screen names no service")
  func services() { expect(.screensKnowNoServices) }

  @Test("A screen gets its delegate, routing or closures in its initializer")
  func reportingInInitializer() { expect(.reportingInInitializer) }

  @Test("A delegate or routing protocol has no default implementations")
  func defaults() { expect(.noDefaultReporting) }

  @Test("A coordinator passes neither its methods nor a strong self to a screen")
  func weakClosures() { expect(.weakClosures) }

  @Test("A screen is internal to its feature")
  func internalScreens() { expect(.internalScreens) }

  @Test("A screen is given its view model and creates none")
  func givenViewModels() { expect(.givenViewModels) }

  @Test("No view model of a feature names an owner")
  func owners() { expect(.viewModelsKnowNoOwner) }

  @Test("No file of a feature has a text for people, except in its screens")
  func texts() { expect(.textsInScreens) }

  @Test("The title of a test names its subject")
  func titleSubjects() { expect(.titleSubjects) }

  @Test("The sources that the rules check are found")
  func sources() {
    let modules = Set(SourceTree.project.files.compactMap(\.module?.name))
    #expect(
      modules.isSuperset(of: ["Core", "Services", "Shell", "TestKit", "AppComposition", "AppTests"])
    )
  }

  private func expect(_ rule: Rule, severity: Issue.Severity = .error) {
    for violation in rule.violations(in: SourceTree.project.files) {
      Issue.record("\(violation)", severity: severity)
    }
  }
}
