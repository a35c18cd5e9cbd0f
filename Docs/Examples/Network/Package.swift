// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as a user of the library has one. `make test-live` builds and runs it.

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "BooksApp")
}

let package = Package(
  name: "NetworkExamples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "BooksApp", path: "../../..")],
  targets: [
    .executableTarget(name: "Fetch", dependencies: [product("CurlNetworking"), product("HTTP")]),
    .executableTarget(
      name: "CachedFetch",
      dependencies: [
        product("CurlNetworking"), product("HTTP"), product("Networking"), product("SQLiteStorage"),
      ]),
    .executableTarget(
      name: "RetryingFetch",
      dependencies: [
        product("CurlNetworking"), product("HTTP"), product("Networking"), product("Services"),
      ]),
  ]
)
