// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that users of the library never resolve what only benchmarks need.
let benchmark: Target.Dependency = .product(name: "Benchmark", package: "benchmark")

func benchmarks(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name,
        dependencies: [benchmark] + products.map { .product(name: $0, package: "OpenPhotoKit") },
        path: "Benchmarks/\(name)", plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "OpenPhotoKit", path: "../"),
        // Without its traits it needs no allocator of its own.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        benchmarks("Decoding", ["ImageDecoding", "PerceptualHashing"]),
        benchmarks("Importing", ["OpenPhotoKitOwner"]),
        .executableTarget(
            name: "candidate-index-steps", dependencies: [.product(name: "CandidateIndex", package: "OpenPhotoKit")],
            path: "Benchmarks/CandidateIndex"),
        .executableTarget(
            name: "library-steps", dependencies: [.product(name: "OpenPhotoKitOwner", package: "OpenPhotoKit")],
            path: "Benchmarks/Library"),
        .executableTarget(
            name: "access-steps", dependencies: [.product(name: "OpenPhotoKitOwner", package: "OpenPhotoKit")],
            path: "Benchmarks/Access"),
        .executableTarget(
            name: "images-steps", dependencies: [.product(name: "PhotosCompat", package: "OpenPhotoKit")],
            path: "Benchmarks/Images"),
    ]
)
