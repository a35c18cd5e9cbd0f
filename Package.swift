// swift-tools-version: 6.2
import PackageDescription

// The module graph and every compiler setting stand here and nowhere else.
// A module is one line that grants it what it may import; the build refuses the rest
// (`--explicit-target-dependency-import-check error`, see the Makefile).

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

// `make test` asks for it: the crawls and walks take half the time in optimized modules, and what
// the tests themselves say is compiled as quickly as ever.
let isOptimized = Context.environment["OPTIMIZED_MODULES"] == "1"
let moduleSettings =
  settings + (isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

func module(_ name: String, path: String? = nil, imports: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: imports, path: path ?? "Modules/\(name)",
    swiftSettings: moduleSettings)
}

func tests(_ name: String, imports: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: imports, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: settings)
}

let package = Package(
  name: "BooksApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "BooksApp", targets: ["BooksApp"]),
    .library(name: "Core", targets: ["Core"]),
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "LocalCatalogue", targets: ["LocalCatalogue"]),
    .library(name: "OpenLibrary", targets: ["OpenLibrary"]),
    .library(name: "Goodreads", targets: ["Goodreads"]),
    .library(name: "Books", targets: ["Books"]),
    .library(name: "Onboarding", targets: ["Onboarding"]),
    .library(name: "Auth", targets: ["Auth"]),
    .library(name: "Membership", targets: ["Membership"]),
    .library(name: "Backups", targets: ["Backups"]),
    .library(name: "Transfers", targets: ["Transfers"]),
    .library(name: "CryptHashing", targets: ["CryptHashing"]),
    .library(name: "SQLiteStorage", targets: ["SQLiteStorage"]),
    .library(name: "Shell", targets: ["Shell"]),
    .library(name: "AppComposition", targets: ["AppComposition"]),
    .library(name: "TestKit", targets: ["TestKit"]),
    .library(name: "Scaffold", targets: ["Scaffold"]),
    .executable(name: "scaffold", targets: ["ScaffoldCommand"]),
  ],
  targets: [
    module("Core"),
    module("Onboarding", imports: ["Core"]),
    module("Auth", imports: ["Core"]),
    module("Books", imports: ["Catalogue", "Goodreads", "Core"]),
    module("Membership", imports: ["Core"]),
    module("Backups", imports: ["Core"]),
    module("Transfers", imports: ["Core"]),
    module("Shell", imports: ["Core"]),

    module("Catalogue", path: "Modules/Catalogue/Catalogue"),
    module(
      "LocalCatalogue", path: "Modules/Catalogue/LocalCatalogue", imports: ["Catalogue", "Core"]),
    module("OpenLibrary", path: "Modules/Catalogue/OpenLibrary", imports: ["Catalogue", "Core"]),
    module("Goodreads", imports: ["Core"]),

    module("TestKit", imports: ["Core"]),
    module("Scaffold"),

    .systemLibrary(name: "CCrypt", path: "Modules/CCrypt"),
    module("CryptHashing", imports: ["Core", "CCrypt"]),

    .systemLibrary(
      name: "CSQLite", path: "Modules/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    module("SQLiteStorage", imports: ["Core", "CSQLite"]),

    module(
      "AppComposition", path: "App/Composition",
      imports: [
        "Core", "Onboarding", "Auth", "Books", "Catalogue", "LocalCatalogue", "Membership",
        "Backups",
        "Transfers", "CryptHashing", "SQLiteStorage", "Shell",
      ]),
    .executableTarget(
      name: "BooksApp", dependencies: ["AppComposition", "Shell"], path: "App/Main",
      swiftSettings: settings),

    .executableTarget(
      name: "ScaffoldCommand", dependencies: ["Scaffold"], path: "App/Scaffold",
      swiftSettings: settings),

    tests("CoreTests", imports: ["Core", "TestKit"]),
    tests("OnboardingTests", imports: ["Onboarding", "SQLiteStorage", "Core", "TestKit"]),
    tests("AuthTests", imports: ["Auth", "CryptHashing", "SQLiteStorage", "Core", "TestKit"]),
    tests(
      "BooksTests",
      imports: [
        "Books", "Catalogue", "Goodreads", "LocalCatalogue", "SQLiteStorage", "Core", "TestKit",
      ]),
    tests("CatalogueTests", imports: ["Catalogue", "TestKit"]),
    tests(
      "LocalCatalogueTests",
      imports: ["LocalCatalogue", "Catalogue", "SQLiteStorage", "Core", "TestKit"]),
    tests("OpenLibraryTests", imports: ["OpenLibrary", "Catalogue", "Core", "TestKit"]),
    tests("GoodreadsTests", imports: ["Goodreads", "Core", "TestKit"]),
    tests("MembershipTests", imports: ["Membership", "SQLiteStorage", "Core", "TestKit"]),
    tests("TransfersTests", imports: ["Transfers", "Core", "TestKit"]),
    tests("BackupsTests", imports: ["Backups", "SQLiteStorage", "Core", "TestKit"]),
    tests("ShellTests", imports: ["Shell", "Core", "TestKit"]),
    tests("ScaffoldTests", imports: ["Scaffold", "TestKit"]),
    .executableTarget(
      name: "StorageProbe", dependencies: ["SQLiteStorage", "CSQLite", "Core"],
      path: "Tests/StorageProbe", swiftSettings: settings),
    tests(
      "SQLiteStorageTests",
      imports: ["SQLiteStorage", "StorageProbe", "CSQLite", "Core", "TestKit"]),
    tests(
      "AppTests",
      imports: [
        "AppComposition", "BooksApp", "Onboarding", "Auth", "Books", "Catalogue", "LocalCatalogue",
        "Goodreads", "Membership", "Backups", "Transfers", "CryptHashing", "SQLiteStorage", "Shell",
        "Core", "TestKit",
      ]),
  ]
)
