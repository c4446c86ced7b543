// swift-tools-version: 6.1
import PackageDescription

// Apps with Apple's imports. They are not in the main package, for the reason that AppleModules/Package.swift gives.
let dependencies: [Target.Dependency] =
    ["Photos", "PhotosUI", "UIKit"].map { .product(name: $0, package: "AppleModules") } + [
        // The worker that decodes pictures is built beside the apps.
        .product(name: "photos-decoder", package: "OpenPhotoKit")
    ]

let package = Package(
    name: "Samples",
    dependencies: [
        .package(path: "AppleModules"),
        .package(name: "OpenPhotoKit", path: ".."),
    ],
    targets: [
        .executableTarget(name: "gallery", dependencies: dependencies, path: "Gallery"),
        // The code of three talks by Apple, in the language of their time: Swift 6 refuses some of it also with Apple's
        // SDK.
        .executableTarget(
            name: "photokit-port", dependencies: dependencies, path: "PhotoKitPort", exclude: ["README.md"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
)
