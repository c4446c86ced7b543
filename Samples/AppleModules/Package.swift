// swift-tools-version: 6.1
import PackageDescription

// Apple's module names for ports: a file with `import Photos` compiles unchanged.
//
// A package of its own, because all modules of a build lie in one folder. There `canImport(UIKit)` in a package that
// has nothing to do with photos, such as a web server, would be true or false by the order of the build.
let package = Package(
    name: "AppleModules",
    products: [
        .library(name: "Photos", targets: ["Photos"]),
        .library(name: "PhotosUI", targets: ["PhotosUI"]),
        .library(name: "UIKit", targets: ["UIKit"]),
    ],
    dependencies: [.package(name: "OpenPhotoKit", path: "../..")],
    targets: [
        .target(name: "Photos", dependencies: [.product(name: "PhotosCompat", package: "OpenPhotoKit")]),
        .target(name: "UIKit", dependencies: [.product(name: "PhotosCompat", package: "OpenPhotoKit")]),
        .target(name: "PhotosUI", dependencies: ["Photos", "UIKit"]),
    ]
)
