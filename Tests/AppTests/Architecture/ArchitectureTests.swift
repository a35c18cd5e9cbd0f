import Testing

/// What holds everywhere in the sources, read as text, line by line.
@Suite("Architecture") struct ArchitectureTests {
  @Test("A feature has Models, Services, ViewModels, Screens and Coordinators, and nothing else")
  func featureFolders() { expect(.featureFolders) }

  @Test("No type is named like its module")
  func typeNames() { expect(.typeNames) }

  @Test("Core and the features begin no task that nobody counts")
  func trackedWork() { expect(.trackedWork) }

  @Test("Core and the features use none of the names known to be newer than the platforms")
  func platforms() { expect(.platforms) }

  @Test("Screens and view models name no navigator and no coordinator")
  func screens() { expect(.screensKnowNoNavigation) }

  @Test("Experiments are read in coordinators only")
  func variants() { expect(.variantsInCoordinators) }

  @Test("Nothing that changes belongs to the process")
  func globalState() { expect(.noGlobalState) }

  @Test("There are no singletons")
  func singletons() { expect(.noSingletons) }

  @Test("Nothing in the sources calls fatalError")
  func traps() { expect(.noTraps) }

  @Test("No program is started by Foundation's Process, which crashes with very many open files")
  func processes() { expect(.ownProcesses) }

  @Test("A file has at most 250 lines")
  func fileLength() { expect(.fileLength) }

  @Test("A coordinator of more than 150 lines is worth a warning")
  func coordinatorLength() { expect(.coordinatorLength, severity: .warning) }

  @Test("A delegate or routing protocol that asks for more than 7 things is worth a warning")
  func routingSize() { expect(.routingSize, severity: .warning) }

  @Test("A screen holds whom it tells weakly")
  func weakReporting() { expect(.weakReporting) }

  @Test("A screen names no service")
  func services() { expect(.screensKnowNoServices) }

  @Test("A screen is told once, in its initializer, whom it reports to")
  func reportingInInitializer() { expect(.reportingInInitializer) }

  @Test("A delegate or routing protocol has no default implementations")
  func defaults() { expect(.noDefaultReporting) }

  @Test("A coordinator gives no method of its own, and no strong self, to a screen")
  func weakClosures() { expect(.weakClosures) }

  @Test("A screen is seen by its own feature only")
  func internalScreens() { expect(.internalScreens) }

  @Test("A screen is given its view model and makes none")
  func givenViewModels() { expect(.givenViewModels) }

  @Test("The sources that the rules are held against are found")
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
