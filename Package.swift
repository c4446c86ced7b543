// swift-tools-version: 6.1
import PackageDescription

/// Continuous integration builds with warnings as errors.
///
/// Other builds do not, so that a new compiler's warning is no error.
let isStrict = Context.environment["OPENPHOTOKIT_WARNINGS_AS_ERRORS"] != nil

/// Test hooks let decoders fail and leave out syncs.
///
/// Debug builds have them, and release builds with this variable.
let hasFaultHooks: BuildSettingCondition? =
    Context.environment["OPENPHOTOKIT_FAULT_HOOKS"] != nil ? nil : .when(configuration: .debug)

let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .define("FAULT_HOOKS", hasFaultHooks),
    ] + (isStrict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
let cSettings: [CSetting] =
    [.define("FAULT_HOOKS", hasFaultHooks)] + (isStrict ? [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])] : [])

/// Without optimisation in release builds.
let unoptimised: SwiftSetting = .unsafeFlags(["-Onone"], .when(configuration: .release))

/// Tests are never optimised, because that took 40 % of their compilation.
let testSettings = swiftSettings + [unoptimised]

/// Modules that are not optimised in builds for tests, because that took most of their compilation.
///
/// They call what works on bytes, pictures and folders, which is optimised there too.
let unoptimisedForTests: Set<String> =
    hasFaultHooks != nil
    ? []
    : [
        "LibraryBenchmark", "LibraryBroker", "LibraryMaintenance", "LibraryRPC", "LibraryStores", "LibrarySync",
        "OpenPhotoKit", "OpenPhotoKitOwner", "PhotoCatalog", "PhotoExport", "PhotoIngest", "PhotoMatching",
        "PhotosCommands", "PhotosCompat", "PickerServer", "Relinking",
    ]

/// `FilePath` keeps paths as bytes: not every file name on Linux is UTF-8.
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: resources,
        swiftSettings: swiftSettings + (unoptimisedForTests.contains(name) ? [unoptimised] : []))
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        swiftSettings: testSettings)
}

let package = Package(
    name: "OpenPhotoKit",
    products: [
        // For apps, and for programs of a library's owner.
        .library(name: "OpenPhotoKit", targets: ["OpenPhotoKit"]),
        .library(name: "OpenPhotoKitOwner", targets: ["OpenPhotoKitOwner"]),
        .library(name: "PhotosCompat", targets: ["PhotosCompat"]),
        .library(name: "ImageDecoding", targets: ["ImageDecoding"]),
        .library(name: "PerceptualHashing", targets: ["PerceptualHashing"]),
        .library(name: "CandidateIndex", targets: ["CandidateIndex"]),
        .executable(name: "photos", targets: ["photos"]),
        .executable(name: "photos-decoder", targets: ["photos-decoder"]),
    ],
    traits: [
        .trait(name: "HEVC", description: "HEIC pictures are decoded by libde265."),
        .trait(name: "AV1", description: "AVIF pictures are decoded by libdav1d."),
        .trait(name: "WebP", description: "WebP pictures are decoded by libwebp."),
        .trait(name: "JPEGXL", description: "JPEG XL pictures are decoded by libjxl."),
        .trait(name: "H264", description: "The posters of H.264 videos are decoded by libopenh264."),
        .trait(name: "Network", description: "Stores on WebDAV and S3 are reached by libcurl."),
        .default(enabledTraits: ["HEVC", "AV1", "WebP", "JPEGXL", "H264", "Network"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // The system's C libraries, untouched.
        .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        // libpng depends on it.
        .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLibDE265", pkgConfig: "libde265", providers: [.apt(["libde265-dev"])]),
        .systemLibrary(name: "CLibDav1d", pkgConfig: "dav1d", providers: [.apt(["libdav1d-dev"])]),
        .systemLibrary(name: "CLibWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        // Without its pkg-config file, whose flags the package manager refuses with a warning.
        .systemLibrary(name: "CLibJXL", providers: [.apt(["libjxl-dev"])]),
        .systemLibrary(name: "CLibOpenH264", pkgConfig: "openh264", providers: [.apt(["libopenh264-dev"])]),
        .systemLibrary(name: "CLibEXIF", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLibExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        // Functions that glibc declares only for GNU C.
        .systemLibrary(name: "CLinux"),
        // libjpeg and libpng report errors by longjmp, which must never cross a Swift frame.
        .target(name: "CImageShims", dependencies: ["CLibJPEG", "CLibPNG"], cSettings: cSettings),

        // Linux calls that Swift cannot make: the sandbox of a decoder worker, and descriptors sent over a socket.
        .target(name: "CSandbox", cSettings: cSettings),

        module("PhotoModel", [system]),
        module("SystemSupport", ["CLinux", "PhotoModel", system]),
        module("ContentDigests", ["CLibCrypto", "PhotoModel"]),
        module(
            "ImageDecoding",
            [
                "CImageShims", .target(name: "CLibDE265", condition: .when(traits: ["HEVC"])),
                .target(name: "CLibDav1d", condition: .when(traits: ["AV1"])),
                .target(name: "CLibWebP", condition: .when(traits: ["WebP"])),
                .target(name: "CLibJXL", condition: .when(traits: ["JPEGXL"])),
                .target(name: "CLibOpenH264", condition: .when(traits: ["H264"])), "CLibEXIF", "CLibZ",
                "ContentDigests", "PhotoModel",
            ]),
        // Removes the places from the metadata of files for apps that were not given places.
        module(
            "LocationRemoval", ["ContentDigests", "ImageDecoding", "Originals", "PhotoModel", "SystemSupport"]),
        module("PerceptualHashing", ["ImageDecoding", "PhotoModel"]),
        // Requests, answers and events over a socket. It knows nothing of photos.
        module("MessageTransport", ["CLinux", "CSandbox", "PhotoModel", "SystemSupport", system]),
        module(
            "DecoderProcess",
            ["CSandbox", "ImageDecoding", "MessageTransport", "PerceptualHashing", "PhotoModel", system]),
        // Reads ZIP and compressed tar archives without unpacking them.
        module("ArchiveReading", ["CLibZ", "PhotoModel", "SystemSupport", system]),
        // The one place that knows where the bytes of a library's files are.
        module("Originals", ["ContentDigests", "PhotoModel", "SystemSupport", system]),
        // Encrypted files in the format age.
        module("AgeEncryption", ["CLibCrypto", "Originals", "PhotoModel", "SystemSupport"]),
        // Stores of originals: on another disk, and on services of the network.
        module(
            "RemoteStores",
            [
                "AgeEncryption", .target(name: "CLibCurl", condition: .when(traits: ["Network"])),
                .target(name: "CLibExpat", condition: .when(traits: ["Network"])), "CLibCrypto", "ContentDigests",
                "Originals", "PhotoModel", "SystemSupport", system,
            ]),
        // Reads and decodes files on queues, with progress and cancellation.
        module("AssetLoading", ["CLinux", "Originals", "PhotoModel", "SystemSupport", system]),
        // Renders pictures of photos in decoder workers, and keeps them in a cache.
        module(
            "Thumbnails",
            [
                "AssetLoading", "DecoderProcess", .product(name: "GRDB", package: "GRDB.swift"), "ImageDecoding",
                "Originals", "PhotoModel", "SystemSupport", system,
            ]),
        // What a library's process is asked for: by its own code, or over the wire.
        module("LibraryInterface", ["AssetLoading", "Originals", "PhotoModel"]),
        // The wire: requests and answers of a library in another process. It does not depend on the catalogue.
        module(
            "LibraryRPC",
            [
                "AssetLoading", "LibraryInterface", "MessageTransport", "Originals", "PhotoModel", "SystemSupport",
                system,
            ]),
        module("CandidateIndex", ["PhotoModel", "SystemSupport", system]),
        // What persons set, as devices exchange it: values with stamps, in immutable files.
        module(
            "DeviceRegistry",
            ["AgeEncryption", "CLibCrypto", "CLibZ", "ContentDigests", "PhotoModel", "SystemSupport", system]),
        module(
            "PhotoCatalog",
            [
                "ContentDigests", "DeviceRegistry", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"), "PhotoModel", "SystemSupport", system,
            ]),
        // The library's own folder, files and locks.
        module(
            "LibraryStorage",
            [
                "CLinux", "ContentDigests", "DeviceRegistry", "Originals", "PhotoCatalog", "PhotoModel",
                "SystemSupport", system,
            ]),
        // Walks folders and computes what identifies the pictures in files, without a library.
        module(
            "PhotoInspection",
            [
                "AssetLoading", "CLinux", "DecoderProcess", "ImageDecoding", "Originals", "PerceptualHashing",
                "PhotoCatalog", "PhotoModel", "SystemSupport", system,
            ]),
        // Reads the libraries of Apple's Photos.
        module(
            "ApplePhotosLibrary",
            [.product(name: "GRDB", package: "GRDB.swift"), "PhotoModel", "SystemSupport", system]),
        // Brings files into a library: imports, changes with files, and a new catalogue made of the files.
        module(
            "PhotoIngest",
            [
                "ApplePhotosLibrary", "ArchiveReading", "AssetLoading", "CLibCrypto", "CLinux", "DecoderProcess",
                "ImageDecoding", "LibraryInterface", "LibraryStorage", "Originals", "PhotoCatalog", "PhotoInspection",
                "PhotoModel", "SystemSupport", system,
            ]),
        // Finds photos by their content: answers to identifiers and files, and duplicates.
        module(
            "PhotoMatching",
            [
                "AssetLoading", "CandidateIndex", "ContentDigests", "LibraryInterface", "LibraryStorage", "Originals",
                "PerceptualHashing", "PhotoCatalog", "PhotoInspection", "PhotoModel", system,
            ]),
        // Checks, heals and repairs a library, and copies its catalogue.
        module(
            "LibraryMaintenance",
            [
                "AssetLoading", "CandidateIndex", "ContentDigests", "DecoderProcess", "DeviceRegistry", "ImageDecoding",
                "LibraryStorage", "Originals", "PhotoCatalog", "PhotoIngest", "PhotoInspection", "PhotoModel",
                "SystemSupport", system,
            ]),
        // Exchanges what persons set with other devices, through a folder that they share.
        module(
            "LibrarySync",
            [
                "DeviceRegistry", "LibraryMaintenance", "LibraryStorage", "PhotoCatalog", "PhotoModel",
                "SystemSupport", system,
            ]),
        // Copies photos to a folder outside of the library, with names for other systems.
        module(
            "PhotoExport",
            ["AssetLoading", "ContentDigests", "LibraryStorage", "Originals", "PhotoModel", "SystemSupport", system]),
        // The stores of a library: copies of its originals, originals that left this device, and a library made of a
        // store.
        module(
            "LibraryStores",
            [
                "AgeEncryption", "AssetLoading", "CLibZ", "DecoderProcess", "ImageDecoding", "LibraryMaintenance",
                "LibraryStorage", "Originals", "PhotoCatalog", "PhotoIngest", "PhotoModel", "RemoteStores",
                "SystemSupport", system,
            ]),
        // What an app may do with a library, whatever process has it.
        module(
            "OpenPhotoKit",
            [
                "AssetLoading", "DecoderProcess", "ImageDecoding", "LibraryInterface", "LibraryRPC",
                "MessageTransport", "Originals", "PhotoModel", "SystemSupport", "Thumbnails", system,
            ]),
        // The owner's library, in the process that has its folder.
        module(
            "OpenPhotoKitOwner",
            [
                "AssetLoading", "CandidateIndex", "ContentDigests", "DecoderProcess", "ImageDecoding",
                "LibraryInterface", "LibraryMaintenance", "LibraryRPC", "LibraryStorage", "LibraryStores",
                "LibrarySync",
                "LocationRemoval", "OpenPhotoKit", "Originals", "PhotoCatalog", "PhotoExport", "PhotoIngest",
                "PhotoInspection", "PhotoMatching", "PhotoModel", "SystemSupport", "Thumbnails", system,
            ]),
        // Measures how fast this machine decodes, imports and finds photos.
        module(
            "LibraryBenchmark",
            [
                "AssetLoading", "ContentDigests", "DecoderProcess", "ImageDecoding", "OpenPhotoKitOwner",
                "PerceptualHashing", "PhotoIngest", "PhotoInspection", "PhotoModel", "Thumbnails", system,
            ]),
        // Serves a library to apps, each with the access that the owner gave it.
        module(
            "LibraryBroker",
            [
                "AssetLoading", "CLinux", "LibraryInterface", "LibraryRPC", "LibraryStorage", "MessageTransport",
                "OpenPhotoKitOwner", "Originals", "PhotoCatalog", "PhotoModel", "SystemSupport", system,
            ]),
        module(
            "PhotosCompat",
            [
                "AssetLoading", "DecoderProcess", "ImageDecoding", "LibraryInterface", "OpenPhotoKit",
                "OpenPhotoKitOwner", "Originals", "PhotoModel", "SystemSupport", "Thumbnails", system,
            ]),
        module(
            "Relinking",
            [
                "ContentDigests", "OpenPhotoKitOwner", "PhotoCatalog", "PhotoModel", "SystemSupport", system,
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        module(
            "PhotoWeb",
            [
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"), "PhotoModel", system,
            ]),
        // The files of the picker's page, embedded in the program, and what it reads of a photo.
        module("PickerPage", ["PhotoModel"], resources: [.embedInCode("Page")]),
        // The picker: a person selects photos of a library on a page.
        module(
            "PickerServer",
            [
                "AssetLoading", "ImageDecoding", "LibraryInterface", "LibraryRPC", "OpenPhotoKitOwner", "Originals",
                "PhotoCatalog", "PhotoModel", "PhotoWeb", "PickerPage", "SystemSupport", "Thumbnails", system,
            ]),
        module(
            "PhotosCommands",
            [
                "CLinux", "DecoderProcess", "ImageDecoding", "LibraryBenchmark", "LibraryBroker", "LibraryInterface",
                "LibraryRPC", "OpenPhotoKitOwner", "PerceptualHashing", "PhotoWeb", "PhotoModel", "PickerServer",
                "Relinking", "SystemSupport", "Thumbnails",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "photos", dependencies: ["DecoderProcess", "PhotosCommands"], swiftSettings: swiftSettings),
        // A small program, because each import starts it again.
        .executableTarget(name: "photos-decoder", dependencies: ["DecoderProcess"], swiftSettings: swiftSettings),

        // The sample photos of the README.
        .target(
            name: "CSampleEncoders", dependencies: ["CLibJPEG", "CLibPNG"], path: "Samples/CSampleEncoders",
            cSettings: cSettings),
        .executableTarget(
            name: "make-samples",
            dependencies: [
                "CSampleEncoders", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Samples/make-samples",
            // Without optimisation, tests in debug builds would wait long for the pictures.
            swiftSettings: swiftSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),

        // The steps of Benchmarks/network, here because they use what no product has.
        .executableTarget(
            name: "network-steps",
            dependencies: [
                "ContentDigests", "Originals", "PhotoModel", "RemoteStores", "SystemSupport", system,
            ],
            path: "Benchmarks/Benchmarks/Network", swiftSettings: swiftSettings),

        // Histories of several devices, which Tests/Simulation/check-devices checks. Here because they use what no
        // product has.
        .executableTarget(
            name: "simulate-devices",
            dependencies: [
                "DeviceRegistry", .product(name: "GRDB", package: "GRDB.swift"), "LibraryMaintenance",
                "LibraryStorage", "LibrarySync", "Originals", "PhotoCatalog", "PhotoModel", "SystemSupport", system,
            ],
            path: "Tests/Simulation/Driver", swiftSettings: swiftSettings),

        // An app with limited access, from talks by Apple. Apps with Apple's imports are in the package Samples.
        .executableTarget(
            name: "limited-app", dependencies: ["PhotosCompat"], path: "Samples/LimitedApp",
            swiftSettings: swiftSettings),

        .target(
            name: "TestSupport",
            dependencies: ["CSampleEncoders", "ContentDigests", "Originals", "PhotoModel", "SystemSupport", system],
            path: "Tests/TestSupport",
            swiftSettings: swiftSettings),
        // Runs a test also with a library that is reached by messages only.
        .target(
            name: "MessageSupport",
            dependencies: ["LibraryInterface", "LibraryRPC", "OpenPhotoKitOwner", "Originals", "PhotoModel"],
            path: "Tests/MessageSupport", swiftSettings: swiftSettings),
        tests(of: "PhotoModel"),
        tests(of: "SystemSupport", ["PhotoModel", system]),
        tests(of: "ContentDigests"),
        tests(of: "ArchiveReading", ["PhotoModel", system]),
        tests(of: "ImageDecoding", ["CImageShims"]),
        tests(of: "LocationRemoval", ["ContentDigests", "ImageDecoding", "Originals", "PhotoModel", system]),
        tests(of: "PerceptualHashing", ["ContentDigests", "ImageDecoding"]),
        tests(
            of: "DecoderProcess",
            ["CSampleEncoders", "ImageDecoding", "OpenPhotoKitOwner", "photos", "photos-decoder", system]),
        tests(of: "Originals", ["AssetLoading", "ContentDigests", "PhotoModel", "SystemSupport", system]),
        tests(of: "AgeEncryption", ["ContentDigests", "Originals", "PhotoModel", system]),
        tests(
            of: "RemoteStores", ["AgeEncryption", "ContentDigests", "Originals", "PhotoModel", "SystemSupport", system]),
        tests(of: "DeviceRegistry", ["PhotoModel", system]),
        tests(of: "AssetLoading", ["ContentDigests", "ImageDecoding", "Originals", system]),
        tests(of: "LibraryRPC", ["LibraryInterface", "MessageTransport", "PhotoModel", system]),
        tests(of: "MessageTransport", ["CSandbox", "PhotoModel", system]),
        tests(of: "CandidateIndex", ["PhotoModel", system]),
        tests(
            of: "PhotoCatalog",
            [
                "LibraryStorage", "Originals", "PhotoIngest", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        tests(
            of: "PickerServer",
            [
                "LibraryInterface", "LibraryRPC", "OpenPhotoKitOwner", "Originals", "PhotoModel", "PhotoWeb",
                "PickerPage", "photos-decoder", "Thumbnails", system,
            ]),
        tests(
            of: "Thumbnails",
            [
                "CSampleEncoders", "ContentDigests", "DecoderProcess", .product(name: "GRDB", package: "GRDB.swift"),
                "ImageDecoding", "Originals", "PhotoModel", "photos", system,
            ]),
        tests(of: "LibraryStorage", ["PhotoModel", system]),
        tests(
            of: "PhotoExport",
            [
                "ImageDecoding", "LocationRemoval", "OpenPhotoKitOwner", "Originals", "PhotoIngest", "PhotoModel",
                system,
            ]),
        tests(of: "ApplePhotosLibrary", ["PhotoModel", system]),
        tests(of: "PhotoInspection"),
        tests(of: "PhotoIngest", ["PhotoModel", system]),
        tests(
            of: "OpenPhotoKit",
            [
                "AssetLoading", "CandidateIndex", "CSampleEncoders", "DeviceRegistry",
                .product(name: "GRDB", package: "GRDB.swift"), "LibraryInterface", "LibraryMaintenance", "LibraryRPC",
                "LibraryStorage", "MessageSupport", "OpenPhotoKitOwner", "Originals", "PhotoIngest",
                "PhotoInspection", "PhotoMatching", "PhotoModel", "SystemSupport", "Thumbnails", "photos",
            ]),
        tests(
            of: "LibraryBroker",
            [
                .product(name: "GRDB", package: "GRDB.swift"), "LibraryInterface", "LibraryRPC", "LibraryStorage",
                "MessageTransport", "OpenPhotoKitOwner", "Originals", "PhotoModel", "PhotosCompat", "limited-app",
                "photos", "photos-decoder", system,
            ]),
        tests(of: "PhotoWeb"),
        tests(
            of: "PhotosCompat",
            [
                "CSampleEncoders", "MessageSupport", "OpenPhotoKitOwner", "Originals", "make-samples", "photos",
            ]),
        tests(of: "Relinking", [.product(name: "GRDB", package: "GRDB.swift"), "photos", system]),
        tests(of: "PhotosCommands", ["CSampleEncoders", "OpenPhotoKitOwner", "photos", "make-samples"]),
        // The code of the articles. It has access to the public API only.
        .testTarget(
            name: "DocumentationTests", dependencies: ["OpenPhotoKitOwner", "TestSupport", "make-samples"],
            packageAccess: false, swiftSettings: testSettings),
    ]
)

// The package manager compiles a target again when a target that it declares as a dependency changes. The layouts of
// types from further modules are compiled in too, so that old and new objects would not fit together. So each target
// declares all modules that it uses through others.
let modules = Dictionary(
    uniqueKeysWithValues: package.targets.filter { $0.type == .regular }.map { ($0.name, $0.dependencies) })

/// The modules that these dependencies lead to.
func modulesUsed(by dependencies: [Target.Dependency], _ found: inout Set<String>) {
    for dependency in dependencies {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _):
            guard let further = modules[name], found.insert(name).inserted else { continue }
            modulesUsed(by: further, &found)
        default: continue
        }
    }
}

for target in package.targets {
    var (declared, all): (Set<String>, Set<String>) = ([], [])
    for case .byNameItem(let name, _) in target.dependencies { declared.insert(name) }
    modulesUsed(by: target.dependencies, &all)
    target.dependencies += all.subtracting(declared).sorted().map { .byName(name: $0) }
}
