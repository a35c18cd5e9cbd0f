import Testing

@testable import Scaffold

@Suite("The manifest of a project") struct PackageManifestTests {
  @Test("A comment in the array of features names none, and neither ends the array")
  func comments() {
    let manifest = PackageManifest(
      text: """
        let features = [
          "Shop",  // see [1]
          // "Apes", until [2].
          "Zoos",  // "Ours".
        ]
        // tests("OldTests", of: [])
        """)
    #expect(manifest.features == ["Shop", "Zoos"])
    #expect(manifest.targets == ["Shop", "ShopTests", "Zoos", "ZoosTests"])
  }

  @Test("A removed feature and its tests lose the manifest's lines with their further imports")
  func grants() {
    let manifest = PackageManifest(
      text: """
        let features = [
          "Shop",
          "Zoos",
        ]
        func extraImports(of name: String) -> [Target.Dependency] {
          switch name {
          case "Shop": ["Rates"]
          case "ShopTests": ["Rates", cryptHashing]
          case "Shops": ["Rates"]
          case "Shop", "Zoos": ["Taxes"]
          default: []
          }
        }
        let further = [tests("ZoosUITests", of: ["Shop"]), tests("AllTests", of: ["Shop", "Zoos"])]
        """)
    #expect(
      manifest.without(["Shop"]).text == """
        let features = [
          "Zoos",
        ]
        func extraImports(of name: String) -> [Target.Dependency] {
          switch name {
          case "Shops": ["Rates"]
          case "Zoos": ["Taxes"]
          default: []
          }
        }
        let further = [tests("ZoosUITests", of: []), tests("AllTests", of: ["Zoos"])]
        """)
  }

  @Test("A list of imports on further lines goes as a whole, however the formatter has wrapped it")
  func wrappedGrants() {
    let manifest = PackageManifest(
      text: """
          switch name {
          case "Shop":
            [
              "Rates",
              "Taxes",
            ]
          case "Zoos":
            ["Taxes"]
          case "ShopTests": [
            "Rates"
          ]
          default: []
          }
        """)
    #expect(
      manifest.without(["Shop"]).text == """
          switch name {
          case "Zoos":
            ["Taxes"]
          default: []
          }
        """)
  }
}
