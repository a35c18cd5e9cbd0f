// swift-tools-version: 6.2
// Needs: Books
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
    // Figures and their output.
    .target(name: "Figures"),
    // Starts programs and measures them from outside. Links nothing of the app, because the kernel
    // counts the parent's memory for a child process.
    .executableTarget(name: "ProcessFigures", dependencies: ["Figures"]),
    // Runs the app's sessions in its own process.
    .executableTarget(
      name: "SessionFigures",
      dependencies: [
        "Figures", product("AppComposition"), product("AppTerminal"), product("Core"),
        product("Shell"), product("Walks"),
      ]),
    // Checks that memory and time are linear in the number of open screens.
    .executableTarget(
      name: "SizeFigures", dependencies: ["Figures", product("Core"), product("Services")]),
    // The baseline for the start of the app.
    .executableTarget(name: "FoundationBaseline"),
    // Compares the storage with the same work in C.
    .target(name: "PlainStorage", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "StorageFigures",
      dependencies: [
        "Figures", "PlainStorage", product("Books"), product("Catalogue"), product("HTTP"),
        product("Networking"), product("Services"), product("SQLiteStorage"),
      ]),
    // Compares the network client with the same loop in C, and with URLSession.
    .target(name: "PlainCurl", linkerSettings: [.linkedLibrary("curl")]),
    .executableTarget(
      name: "NetworkFigures",
      dependencies: ["Figures", "PlainCurl", product("CurlNetworking"), product("HTTP")]),
    // A catalogue of a million books: imported from a dump, and searched in comparison with a
    // program in C.
    .executableTarget(
      name: "CatalogueFigures",
      dependencies: [
        "Figures", product("AppComposition"), product("Catalogue"), product("LocalCatalogue"),
        product("Books"), product("Services"), product("SQLiteStorage"),
      ]),
    .executableTarget(name: "PlainCSearch", linkerSettings: [.linkedLibrary("sqlite3")]),
  ]
)
