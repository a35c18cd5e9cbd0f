// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as a team that takes the pattern alone has one. `make core-alone` builds and tests it.

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "BooksApp")
}

let package = Package(
  name: "CoreExample",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Errands", targets: ["Errands"])],
  dependencies: [.package(name: "BooksApp", path: "../../..")],
  targets: [
    .target(name: "Errands", dependencies: [product("Core"), product("Services")]),
    .executableTarget(
      name: "ErrandsProgram", dependencies: ["Errands", product("Core"), product("Services")]),
    .testTarget(
      name: "ErrandsTests",
      dependencies: [
        "Errands", product("Core"), product("Inspection"), product("Services"), product("TestKit"),
        product("Walks"),
      ]),
  ]
)
