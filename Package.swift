// swift-tools-version: 6.2
import PackageDescription

// Each module's imports and every compiler setting are here.
// A module is one line that grants it what it may import; the build refuses the rest
// (`--explicit-target-dependency-import-check error`, see the Makefile). `ImportTests.swift` checks by the
// modules' roles what a line may grant.

/// The features of the app. Each is a module that knows the core and no other feature.
let features = [
  "Auth",
  "Backups",
  "Books",
  "Membership",
  "Onboarding",
  "Transfers",
]

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

// `make test` asks for it. Crawls, walks, imports and scaffolds spend their time in these modules; to optimize
// another one takes longer than the tests gain by it.
let optimizedModules: Set = [
  "Services", "Core", "Inspection", "Walks", "Catalogue", "LocalCatalogue", "Goodreads", "Scaffold",
]
let isForTests = Context.environment["OPTIMIZED_MODULES"] == "1"

func module(
  _ name: String, path: String? = nil, exclude: [String] = [], imports: [Target.Dependency] = []
) -> Target {
  let isOptimized = isForTests && optimizedModules.contains(name)
  return .target(
    name: name, dependencies: imports, path: path ?? "Modules/\(name)", exclude: exclude,
    swiftSettings: settings
      + (isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []))
}

/// A module of the core: what it may import is what lies below it.
func core(_ name: String, imports: [Target.Dependency] = []) -> Target {
  module(name, path: "Modules/Core/\(name)", imports: imports)
}

// One compiler process for each target: every process would expand the macros of all its files. Targets
// are still compiled in parallel, but the last and largest one is alone at the end and takes two.
func testSettings(_ name: String) -> [SwiftSetting] {
  let count = name == "AppTests" ? "2" : "1"
  return settings + (isForTests ? [.unsafeFlags(["-driver-batch-count", count])] : [])
}

/// Hashes passwords with libxcrypt, which only Linux has. The app and tests import it, and no other module.
let cryptHashing = Target.Dependency.target(
  name: "CryptHashing", condition: .when(platforms: [.linux]))

/// Sends requests by libcurl, which iOS does not have.
let curlNetworking = Target.Dependency.target(
  name: "CurlNetworking", condition: .when(platforms: [.linux, .macOS]))

/// Edits lines at a terminal with libedit, which iOS does not have.
let lineEditing = Target.Dependency.target(
  name: "LineEditing", condition: .when(platforms: [.linux, .macOS]))

/// An adapter: it implements protocols of Services, HTTP or Terminal over one C library.
func adapter(_ name: String, imports: [Target.Dependency]) -> Target {
  module(name, path: "Modules/Adapters/\(name)", imports: imports)
}

/// The tests of one module; all of them may import the core and TestKit.
func tests(_ name: String, of imports: [Target.Dependency]) -> Target {
  .testTarget(
    name: name,
    dependencies: imports + [
      "Core", "Accounts", "Inspection", "Walks", "Files", "HTTP", "Services", "TestKit",
    ],
    path: "Tests/\(name)", swiftSettings: testSettings(name))
}

/// Returns the modules that a feature or its tests import beside the core.
func extraImports(of name: String) -> [Target.Dependency] {
  switch name {
  // feature: Auth
  case "AuthTests": [cryptHashing]
  // end
  // feature: Books
  case "Books": ["Catalogue", "Goodreads"]
  case "BooksTests": ["Catalogue", "Goodreads", "LocalCatalogue"]
  // end
  default: []
  }
}

let package = Package(
  name: "BooksApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: features.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "BooksApp", targets: ["BooksApp"]),
    .library(name: "Core", targets: ["Core"]),
    .library(name: "Services", targets: ["Services"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "HTTP", targets: ["HTTP"]),
    // It has nothing public: the product is xcodebuild's scheme for `make apple`.
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "Accounts", targets: ["Accounts"]),
    .library(name: "Inspection", targets: ["Inspection"]),
    .library(name: "Walks", targets: ["Walks"]),
    // feature: Books
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "LocalCatalogue", targets: ["LocalCatalogue"]),
    .library(name: "OpenLibrary", targets: ["OpenLibrary"]),
    // For `make apple`, like Terminal.
    .library(name: "Goodreads", targets: ["Goodreads"]),
    // end
    .library(name: "CryptHashing", targets: ["CryptHashing"]),
    .library(name: "SQLiteStorage", targets: ["SQLiteStorage"]),
    .library(name: "CurlNetworking", targets: ["CurlNetworking"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "Shell", targets: ["Shell"]),
    .library(name: "AppComposition", targets: ["AppComposition"]),
    .library(name: "AppTerminal", targets: ["AppTerminal"]),
    .library(name: "TestKit", targets: ["TestKit"]),
    .library(name: "Scaffold", targets: ["Scaffold"]),
    .executable(name: "scaffold", targets: ["ScaffoldCommand"]),
  ],
  traits: [
    .trait(
      name: "Covers",
      description: "Decodes covers with libturbojpeg, for terminals that show pixels.")
  ],
  targets: features.map {
    module(
      $0, imports: ["Core", "Accounts", "Files", "HTTP", "Services"] + extraImports(of: $0))
  }
    + features.map {
      tests(
        "\($0)Tests",
        of: [.init(stringLiteral: $0), "SQLiteStorage", curlNetworking]
          + extraImports(of: "\($0)Tests"))
    } + [
      core("Services"),
      core("Files", imports: ["Services"]),
      core("HTTP"),
      core("Terminal"),
      core("Core", imports: ["Services"]),
      core("Accounts", imports: ["Core", "Services"]),
      core("Inspection", imports: ["Core", "Services"]),
      core("Walks", imports: ["Core", "Inspection", "Services"]),
      core(
        "TestKit",
        imports: ["Core", "Accounts", "Inspection", "Files", "HTTP", "Services"]),

      module("Shell", imports: ["Core", "Inspection", "Files", "Services", "Terminal"]),
      module("Scaffold", exclude: ["Template", "Templates"]),

      .systemLibrary(name: "CCrypt", path: "Modules/Adapters/CCrypt"),
      adapter("CryptHashing", imports: ["Services", "CCrypt"]),

      .systemLibrary(
        name: "CSQLite", path: "Modules/Adapters/CSQLite", pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
      adapter("SQLiteStorage", imports: ["Files", "Services", "CSQLite"]),

      // Loaded when it is used, so nothing is linked.
      .systemLibrary(name: "CCurl", path: "Modules/Adapters/CCurl"),
      adapter("CurlNetworking", imports: ["HTTP", "CCurl"]),
      module("Networking", imports: ["HTTP", "Services"]),

      // Loaded when it is used, too.
      .systemLibrary(name: "CEdit", path: "Modules/Adapters/CEdit"),
      adapter("LineEditing", imports: ["Terminal", "CEdit"]),

      // Loaded when it is used, and built with the trait alone.
      .systemLibrary(name: "CTurboJPEG", path: "Modules/Adapters/CTurboJPEG"),
      adapter(
        "CoverDrawing",
        imports: ["Terminal", .target(name: "CTurboJPEG", condition: .when(traits: ["Covers"]))]),

      // feature: Books
      module("Catalogue", path: "Modules/Catalogue/Catalogue"),
      module(
        "LocalCatalogue", path: "Modules/Catalogue/LocalCatalogue",
        imports: ["Catalogue", "Files", "Services"]),
      module(
        "OpenLibrary", path: "Modules/Catalogue/OpenLibrary",
        imports: ["Catalogue", "HTTP", "Services"]),
      module("Goodreads", imports: ["Files"]),
      // end

      module(
        "AppComposition", path: "App/Composition",
        imports: features.map { .init(stringLiteral: $0) } + [
          "Core", "Accounts", "Files", "HTTP", "Services", "Catalogue", "LocalCatalogue",
          "OpenLibrary", "Networking", curlNetworking, cryptHashing, "SQLiteStorage",
        ]),
      module(
        "AppTerminal", path: "App/Terminal",
        imports: [
          "AppComposition", "Shell", "Core", "Inspection", "Files", "Services", "Terminal", "Auth",
          "Backups", "Books", lineEditing, "CoverDrawing",
        ]),
      .executableTarget(
        name: "BooksApp", dependencies: ["AppTerminal", "Shell"], path: "App/Main",
        swiftSettings: settings),

      .executableTarget(
        name: "ScaffoldCommand", dependencies: ["Scaffold"], path: "App/Scaffold",
        swiftSettings: settings),

      tests("CoreTests", of: []),
      tests("HTTPTests", of: []),
      tests("TerminalTests", of: ["Terminal"]),
      tests("ShellTests", of: ["Shell", "Terminal"]),
      tests("LineEditingTests", of: ["LineEditing", "CEdit", "Terminal"]),
      tests("CoverDrawingTests", of: ["CoverDrawing", "Terminal"]),
      // feature: Books
      tests("CatalogueTests", of: ["Catalogue"]),
      tests("LocalCatalogueTests", of: ["LocalCatalogue", "Catalogue", "SQLiteStorage"]),
      tests("OpenLibraryTests", of: ["OpenLibrary", "Catalogue"]),
      // end
      tests("NetworkingTests", of: ["Networking", "SQLiteStorage"]),
      tests("CurlNetworkingTests", of: ["CurlNetworking"]),
      // Its suites run in `make test-live` only: they need nginx.
      tests("LiveTests", of: ["CurlNetworking", "Networking", "SQLiteStorage", "BooksApp"]),
      // feature: Books
      tests("GoodreadsTests", of: ["Goodreads"]),
      // end
      // They compile what the scaffold makes, which imports the last two.
      .testTarget(
        name: "ScaffoldTests",
        dependencies: ["Scaffold", "Files", "TestKit", "SQLiteStorage", curlNetworking],
        path: "Tests/ScaffoldTests", swiftSettings: testSettings("ScaffoldTests")),
      .executableTarget(
        name: "StorageProbe", dependencies: ["SQLiteStorage", "CSQLite", "Services"],
        path: "Tests/StorageProbe", swiftSettings: settings),
      tests("SQLiteStorageTests", of: ["SQLiteStorage", "StorageProbe", "CSQLite"]),
      tests(
        "AppTests",
        of: features.map { .init(stringLiteral: $0) } + [
          "AppComposition", "AppTerminal", "BooksApp", "Scaffold", "Catalogue", "LocalCatalogue",
          "Goodreads",
          cryptHashing,
          "SQLiteStorage", "Shell",
        ]),
    ]
)

// `make test ONLY=Loans` asks for it, or `make lint test MODULES="App Loans"`: the tests of these modules with what
// they import, and nothing else is built and linked.
if let modules = Context.environment["TEST_ONLY"] {
  var needed: Set<String> = []
  var names = modules.split(separator: " ").map { "\($0)Tests" }
  while let name = names.popLast() {
    guard needed.insert(name).inserted else { continue }
    for target in package.targets where target.name == name {
      for case .targetItem(let imported, _) in target.dependencies { names.append(imported) }
      for case .byNameItem(let imported, _) in target.dependencies { names.append(imported) }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll()
}
