// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that the fuzzers are built only by the script `run`.
func fuzzer(_ name: String, of product: String = "ImageDecoding") -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzSupport", .product(name: product, package: "OpenPhotoKit")],
        path: "Fuzzers/\(name)",
        // libFuzzer provides the main function.
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "Fuzzers",
    dependencies: [.package(name: "OpenPhotoKit", path: "../..")],
    targets: [
        .target(
            name: "FuzzSupport", dependencies: [.product(name: "ImageDecoding", package: "OpenPhotoKit")],
            path: "Fuzzers/FuzzSupport"),
        fuzzer("JPEG"), fuzzer("PNG"), fuzzer("EXIF"), fuzzer("XMP"), fuzzer("ICC"), fuzzer("Containers"),
        fuzzer("CodedPictures"), fuzzer("Identifier"), fuzzer("CaptureTime"),
        fuzzer("Sidecar", of: "OpenPhotoKitOwner"),
        fuzzer("Archives", of: "OpenPhotoKitOwner"),
        fuzzer("Frames", of: "OpenPhotoKitOwner"), fuzzer("Requests", of: "OpenPhotoKitOwner"),
    ]
)
