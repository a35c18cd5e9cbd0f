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

func module(_ name: String, path: String? = nil, imports: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: imports, path: path ?? "Modules/\(name)", swiftSettings: settings)
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
    .library(name: "Books", targets: ["Books"]),
    .library(name: "Shell", targets: ["Shell"]),
    .library(name: "AppComposition", targets: ["AppComposition"]),
    .library(name: "TestKit", targets: ["TestKit"]),
  ],
  targets: [
    module("Core"),
    module("Books", imports: ["Core"]),
    module("Shell", imports: ["Core"]),
    module("TestKit", imports: ["Core"]),

    module("AppComposition", path: "App/Composition", imports: ["Core", "Books", "Shell"]),
    .executableTarget(
      name: "BooksApp", dependencies: ["AppComposition", "Shell"], path: "App/Main",
      swiftSettings: settings),

    tests("CoreTests", imports: ["Core", "TestKit"]),
    tests("BooksTests", imports: ["Books", "Core", "TestKit"]),
    tests("ShellTests", imports: ["Shell", "Core", "TestKit"]),
    tests(
      "AppTests",
      imports: ["AppComposition", "BooksApp", "Books", "Shell", "Core", "TestKit"]),
  ]
)
