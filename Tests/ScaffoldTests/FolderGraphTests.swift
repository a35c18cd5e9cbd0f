import Testing
@testable import Scaffold

@Suite("The graph of folders") struct FolderGraphTests {
  @Test("A cycle of folders is found, also a cycle through a third folder")
  func cycle() {
    let files = [
      SourceFile(path: "Modules/Shop/Models/A.swift", text: "struct A { let b: B }"),
      SourceFile(path: "Modules/Shop/Services/B.swift", text: "struct B { func c() -> C { C() } }"),
      SourceFile(path: "Modules/Shop/Screens/C.swift", text: "struct C { var a: [A] = [] }"),
      SourceFile(path: "Modules/Shop/Screens/D.swift", text: "struct D {} // B"),
    ]
    #expect(FolderGraph(of: Array(files.dropLast(2))).cyclic.isEmpty)
    #expect(FolderGraph(of: files).cyclic.map(\.from) == ["Models", "Screens", "Services"])
  }

  @Test("A cycle of a folder and a file beside it is found")
  func cycleBesideFolders() {
    let files = [
      SourceFile(path: "Modules/Shop/Models/A.swift", text: "struct A { let shop: Shop }"),
      SourceFile(path: "Modules/Shop/Shop.swift", text: "struct Shop { var a: [A] = [] }"),
    ]
    #expect(FolderGraph(of: Array(files.dropLast())).cyclic.isEmpty)
    #expect(FolderGraph(of: files).cyclic.map(\.from) == ["Models", "top"])
  }

  @Test(
    "The use of a member that an extension in another folder adds is an arrow",
    arguments: [
      "struct A { let b = name.quoted }", "struct A { let b = names.map(\\.quoted) }",
      "struct A { let b = name\n    .quoted }", "struct A { let b = \"(\\(name.quoted))\" }",
      "struct A { let b = names[0].quoted }", "struct A { let b = String.line(1) }",
      "extension String {\n  var b: String { quoted + \"!\" }\n}",
    ])
  func added(_ text: String) {
    let graph = FolderGraph(of: [
      SourceFile(path: "Modules/Shop/Services/A.swift", text: text), Self.words,
    ])
    #expect(graph.arrows.keys.map(\.to) == ["Text"], "\(graph.arrows)")
  }

  @Test("A cycle through a member of an extension is found")
  func cycleThroughMember() {
    let files = [
      Self.words,
      SourceFile(path: "Modules/Shop/Services/A.swift", text: "struct A { let b = name.quoted }"),
      SourceFile(path: "Modules/Shop/Text/C.swift", text: "struct C { let a: A }"),
    ]
    #expect(FolderGraph(of: Array(files.dropLast())).cyclic.isEmpty)
    #expect(FolderGraph(of: files).cyclic.map(\.from) == ["Services", "Text"])
  }

  @Test(
    "The same name of something else is no arrow",
    arguments: [
      // A case, a parameter, a variable, another type's, a comment, a text.
      "let b: Mark = .quoted", "func b(quoted: String) {}", "let b = Mark.quoted",
      "let b = Marks.line(1)", "let b = name // .quoted", "let b = \"name.quoted\"",
      "extension String {\n  func b() {\n    let quoted = 1\n    use(quoted)\n  }\n}",
      "let b = quoted", "let b = names.isEmpty", "let b = name.hidden",
    ])
  func notAdded(_ text: String) {
    let graph = FolderGraph(of: [
      SourceFile(path: "Modules/Shop/Services/A.swift", text: text), Self.words,
    ])
    #expect(graph.arrows.isEmpty, "\(graph.arrows)")
  }

  @Test("A name that another type of the module has, too, is no arrow")
  func otherMember() {
    let graph = FolderGraph(of: [
      SourceFile(path: "Modules/Shop/Services/A.swift", text: "struct A { let b = name.quoted }"),
      SourceFile(path: "Modules/Shop/Models/B.swift", text: "struct B {\n  let quoted: String\n}"),
      Self.words,
    ])
    #expect(graph.arrows.isEmpty, "\(graph.arrows)")
  }

  @Test("A name that a public member of another module has, too, is no arrow")
  func memberOfOtherModule() {
    let value = SourceFile(
      path: "Modules/Core/Core/Screens/Value.swift",
      text: "public struct Value {\n  public let quoted: String\n}")
    let files = [
      SourceFile(path: "Modules/Shop/Services/A.swift", text: "struct A { let b = name.quoted }"),
      Self.words,
    ]
    #expect(FolderGraph(of: files, beside: files.publicMembers).arrows.count == 1)
    #expect(FolderGraph(of: files, beside: (files + [value]).publicMembers).arrows.isEmpty)
  }

  @Test("A member that an extension adds to a type of its own folder is no arrow")
  func ownType() {
    let type = "struct Word {}\n\nextension Word {\n  var quoted: String { \"\" }\n}"
    let graph = FolderGraph(of: [
      SourceFile(path: "Modules/Shop/Services/A.swift", text: "struct A { let b = name.quoted }"),
      SourceFile(path: "Modules/Shop/Text/Word.swift", text: type),
    ])
    #expect(graph.arrows.isEmpty, "\(graph.arrows)")
  }

  @Test("A screen that names a class of its feature's services is found, whatever its name")
  func screens() {
    let service = SourceFile(
      path: "Modules/Shop/Services/Loans.swift", text: "public final class Loans {}")
    func found(_ text: String) -> [String] {
      let screen = SourceFile(path: "Modules/Shop/Screens/LoansScreen.swift", text: text)
      return FolderGraph(of: [service, screen]).servicesInScreens
    }
    #expect(found("struct A { let b: Loans }").count == 1)
    #expect(found("struct A {} // Loans") == [])
  }

  /// Extensions of types of another module.
  private static let words = SourceFile(
    path: "Modules/Shop/Text/Words.swift",
    text: """
      extension String {
        /// The text in quotation marks.
        var quoted: String { self }
        fileprivate var hidden: String { self }

        public static func line(_ number: Int) -> String {
          let name = ""
          return name
        }
      }

      extension [String] {
        var isEmpty: Bool { false }
      }
      """)
}
