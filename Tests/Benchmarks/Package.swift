// swift-tools-version: 6.2
import PackageDescription

// A package of its own: `make test` and those who build on the app never build it. `make bench` does.

let app: Package.Dependency = .package(name: "BooksApp", path: "../..")

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "BooksApp")
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [app],
  targets: [
    // What a figure is, and how it is printed.
    .target(name: "Figures"),
    // Starts programs and measures them from outside. Links nothing that the app links, because a
    // child begins with its parent's memory in the books.
    .executableTarget(name: "ProcessFigures", dependencies: ["Figures"]),
    // Runs the app's sessions within its own process.
    .executableTarget(
      name: "SessionFigures",
      dependencies: [
        "Figures", product("AppComposition"), product("Core"), product("Shell"), product("Walks"),
      ]),
    // Opens more than any app has, to see that memory and time are linear in it.
    .executableTarget(
      name: "SizeFigures", dependencies: ["Figures", product("Core"), product("Services")]),
    // The program that a start of the app is compared with.
    .executableTarget(name: "FoundationBaseline"),
    // What storage costs beside the same work in C.
    .target(name: "PlainStorage", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "StorageFigures",
      dependencies: [
        "Figures", "PlainStorage", product("Books"), product("Catalogue"), product("Services"),
        product("SQLiteStorage"),
      ]),
    // A catalogue of a million books: made of a dump, and searched beside a program in C.
    .executableTarget(
      name: "CatalogueFigures",
      dependencies: [
        "Figures", product("AppComposition"), product("Catalogue"), product("LocalCatalogue"),
        product("Books"), product("Services"), product("SQLiteStorage"),
      ]),
    .executableTarget(name: "PlainCSearch", linkerSettings: [.linkedLibrary("sqlite3")]),
  ]
)
