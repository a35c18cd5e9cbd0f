import Accounts
import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The page for the choice of a catalogue") @MainActor struct CatalogueChoicePageTests {
  private let context = AppContext.test()
  private let store = FaultyKeyValueStore()
  private let viewModel: CatalogueChoiceViewModel

  init() {
    viewModel = CatalogueChoiceViewModel(
      CatalogueSelection(context: context, store: store) { _, _ in RecordingCatalogue() })
  }

  @Test("An address and a contact that can't be stored stay in their fields until they are")
  func unstored() async throws {
    store.failWriting()
    await viewModel.useServer("https://a.example")
    await viewModel.setContact("me@example.org")
    #expect(viewModel.result == .problem(.storage(.full)))
    #expect(viewModel.refusedAddress == "https://a.example")
    #expect(viewModel.refusedContact == "me@example.org")
    store.repair()
    await viewModel.useServer("https://a.example")
    await viewModel.setContact("me@example.org")
    #expect(viewModel.result == .contact("me@example.org"))
    #expect(viewModel.refusedAddress == nil && viewModel.refusedContact == nil)
  }

  @Test("The result of a guest's action and the input are not shown to the account")
  func owners() async {
    await viewModel.useServer("no address")
    await viewModel.setContact("me@example.org")
    #expect(viewModel.result == .contact("me@example.org"))
    #expect(viewModel.refusedAddress == "no address")
    await context.currentOwner.signIn("ada", expires: nil)
    #expect(viewModel.result == nil && viewModel.refusedAddress == nil)
  }

  @Test("The late result of a guest's action is not shown to the account")
  func late() async throws {
    let gate = Gate()
    store.holdWriting(gate)
    let setting = Task { await viewModel.setContact("me@example.org") }
    await gate.arrived()
    await context.currentOwner.signIn("ada", expires: nil)
    gate.open()
    await setting.value
    #expect(viewModel.result == nil && viewModel.refusedContact == nil)
    #expect(viewModel.choice.contact == nil)
  }
}
