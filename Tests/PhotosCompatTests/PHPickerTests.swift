import Foundation
import Glibc
import OpenPhotoKitOwner
import TestSupport
import Testing

@testable import PhotosCompat

/// The picker in this process, without a browser: its page is asked as its scripts ask it.
@MainActor @Suite("Pickers") struct PHPickerTests {
    private let gallery: Gallery

    init() throws { gallery = try Gallery() }

    // MARK: Configuration

    @Test func defaultsAreApples() {
        let configuration = PHPickerConfiguration()
        #expect(configuration.selectionLimit == 1 && configuration.filter == nil && configuration.selection == .default)
        #expect(configuration.preferredAssetRepresentationMode == .automatic && configuration.mode == .default)
        #expect(configuration.preselectedAssetIdentifiers.isEmpty && configuration.disabledCapabilities.isEmpty)
        #expect(configuration == PHPickerConfiguration())
        #expect(PHPickerConfiguration(photoLibrary: gallery.library) != configuration)
        #expect(PHPickerConfiguration.Update().selectionLimit == nil)
        let capabilities: [PHPickerCapabilities] = [
            .search, .stagingArea, .collectionNavigation, .selectionActions, .sensitivityAnalysisIntervention,
        ]
        #expect(capabilities.map(\.rawValue) == [1, 2, 4, 8, 16])
    }

    @Test func configurationsReachThePage() {
        var configuration = PHPickerConfiguration(photoLibrary: gallery.library)
        configuration.selectionLimit = 5
        configuration.selection = .continuousAndOrdered
        configuration.preferredAssetRepresentationMode = .compatible
        configuration.preselectedAssetIdentifiers = ["a", "b"]
        configuration.disabledCapabilities = [.stagingArea, .search, .sensitivityAnalysisIntervention]
        configuration.filter = .images
        let core = configuration.core
        #expect(core.selectionLimit == 5 && core.selection == .continuousAndOrdered)
        #expect(core.preferredRepresentation == .compatible && core.preselectedAssetIdentifiers == ["a", "b"])
        #expect(core.disabledCapabilities == [.stagingArea, .search] && core.filter == .mediaType(.image))
    }

    @Test func filtersAreThoseOfTheKinds() throws {
        try gallery.addPhotos(0..<2)
        try gallery.add([Gallery.video(seconds: 1)])
        let core = try gallery.library.photoLibrary
        func count(_ filter: PHPickerFilter) throws -> Int { try core.fetchAssets(AssetQuery(filter.filter)).count }
        #expect(try count(.images) == 2 && count(.videos) == 1 && count(.livePhotos) == 0)
        #expect(try count(.any(of: [.images, .videos])) == 3 && count(.all(of: [.images, .videos])) == 0)
        #expect(try count(.not(.videos)) == 2 && count(.any(of: [])) == 0 && count(.all(of: [])) == 3)
        #expect(try count(.any(of: [.videos, .livePhotos])) == 1)
        #expect(try count(.playbackStyle(.image)) == 2 && count(.playbackStyle(.video)) == 1)
        for none: PHPickerFilter in [
            .panoramas, .screenshots, .screenRecordings, .slomoVideos, .timelapseVideos, .depthEffectPhotos, .bursts,
            .cinematicVideos, .spatialMedia, .playbackStyle(.imageAnimated), .playbackStyle(.videoLooping),
            .playbackStyle(.livePhoto), .playbackStyle(.unsupported),
        ] {
            #expect(try count(none) == 0, "\(none)")
        }
        #expect(PHPickerFilter.images == .images && PHPickerFilter.images != .videos)
        #expect(PHPickerFilter.any(of: [.images]) != .all(of: [.images]))
    }

    // MARK: Presentation

    @Test func anErrorIsReportedAsACancel() async throws {
        var configuration = PHPickerConfiguration()
        configuration.selectionLimit = 0
        // Preselected photos need a library.
        configuration.preselectedAssetIdentifiers = ["a", "b"]
        let (picker, app) = (PHPickerViewController(configuration: configuration), App())
        picker.delegate = app
        app.present(picker, animated: true)
        let results = try await app.nextResults()
        #expect(results.map(\.assetIdentifier) == ["a", "b"])
        #expect(results.allSatisfy { $0.itemProvider.registeredTypeIdentifiers.isEmpty })
        #expect((picker.error as? PHPhotosError)?.code == .changeNotSupported)
        #expect(app.presentedViewController === picker)
    }

    @Test func aPickerThatWasDismissedReportsNothing() async throws {
        var configuration = PHPickerConfiguration()
        configuration.preselectedAssetIdentifiers = ["a"]
        let (picker, app) = (PHPickerViewController(configuration: configuration), App())
        picker.delegate = app
        app.present(picker, animated: true)
        app.dismiss(animated: true)
        try await Task.sleep(for: .milliseconds(300))
        #expect(app.results.isEmpty && picker.error == nil)
    }

    @Test func theAppFollowsAndChangesTheSelection() async throws {
        let photos = try gallery.addPhotos(0..<3)
        let path = gallery.url.path
        // The variables of the page's process are those of this process.
        await #expect(processExitsWith: .success) { [path = path as String, photos = photos as [String]] in
            try await PHPickerTests.followAndChange(path, photos)
        }
    }

    private static func followAndChange(_ path: String, _ photos: [String]) async throws {
        let desktop = try OwnersDesktop()
        for (name, value) in desktop.environment { setenv(name, value, 1) }
        let library = try PHPhotoLibrary(at: URL(fileURLWithPath: path))
        var configuration = PHPickerConfiguration(photoLibrary: library)
        configuration.selectionLimit = 0
        configuration.selection = .continuousAndOrdered
        let (picker, app, browser) = (PHPickerViewController(configuration: configuration), App(), PageClient())
        picker.delegate = app
        app.present(picker, animated: true)
        nonisolated(unsafe) let waiting = desktop
        let page = try await Task.detached { try waiting.nextPage() }.value
        _ = try await browser.get(of: page)

        let select = #"{"view": "all", "ranges": [[0, 2]], "on": true}"#
        #expect(try await browser.post("select", select, to: page) == 200)
        let first = try await app.results { $0.count == 2 }
        let identifiers = first.compactMap(\.assetIdentifier)
        #expect(Set(identifiers).isSubset(of: photos) && identifiers.count == 2)
        #expect(first.allSatisfy { $0.itemProvider.registeredTypeIdentifiers == ["public.png", "public.jpeg"] })

        // The changes are applied in their order.
        picker.moveAsset(withIdentifier: identifiers[1], afterAssetWithIdentifier: nil)
        _ = try await app.results { $0.compactMap(\.assetIdentifier) == identifiers.reversed() }
        picker.deselectAssets(withIdentifiers: ["unknown", identifiers[0]])
        _ = try await app.results { $0.compactMap(\.assetIdentifier) == [identifiers[1]] }

        // A photo can be loaded, also after it was deselected.
        for result in first {
            nonisolated(unsafe) var progress: Progress?
            let data: Data? = await withCheckedContinuation { continuation in
                progress = result.itemProvider.loadDataRepresentation(for: .image) { data, _ in
                    continuation.resume(returning: data)
                }
                // The size is known before anything is loaded.
                #expect(progress is ByteProgress && progress?.totalUnitCount ?? 0 > 10_000)
            }
            #expect(progress?.totalUnitCount == data.map { Int64($0.count) } && progress?.isFinished == true)
            let item = try await result.itemProvider.loadItem(forTypeIdentifier: "public.image") as? URL
            #expect(try item.map { try Data(contentsOf: $0) } == data)
            #expect((0..<3).contains { data == Gallery.png($0) })
            let file: (isInPlace: Bool, data: Data?) = await withCheckedContinuation { continuation in
                result.itemProvider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.png") {
                    url, isInPlace, _ in
                    continuation.resume(returning: (isInPlace, url.flatMap { try? Data(contentsOf: $0) }))
                }
            }
            #expect(!file.isInPlace && file.data == data)
            let jpeg: Data? = await withCheckedContinuation { continuation in
                result.itemProvider.loadDataRepresentation(for: .jpeg) { data, _ in continuation.resume(returning: data)
                }
            }
            #expect(jpeg?.starts(with: [0xFF, 0xD8, 0xFF]) == true)
            let (picture, copy) = (UIImage(data: try #require(data)), UIImage(data: try #require(jpeg)))
            #expect(picture?.size == copy?.size)
            let samples = zip(try #require(picture).pixels().samples, try #require(copy).pixels().samples)
            let difference = samples.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            // The pictures are noise: two different ones differ by 85 levels on average.
            #expect(difference <= 8 * samples.underestimatedCount)
        }

        #expect(try await browser.post("add", to: page) == 200)
        #expect(try await browser.isClosed(page))
        var update = PHPickerConfiguration.Update()
        update.selectionLimit = 1
        picker.updatePicker(using: update)
        app.dismiss(animated: true)
        #expect(picker.error == nil && app.presentedViewController == nil)
    }
}

/// An app that keeps what its picker reports.
@MainActor private final class App: UIViewController, PHPickerViewControllerDelegate {
    private(set) var results: [[PHPickerResult]] = []

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        self.results.append(results)
    }

    func nextResults() async throws -> [PHPickerResult] { try await results { _ in true } }

    /// Waits for results that match, at most 30 seconds.
    func results(_ matches: ([PHPickerResult]) -> Bool) async throws -> [PHPickerResult] {
        for _ in 0..<1500 {
            if let found = results.last(where: matches) { return found }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("The picker reported \(results.map { $0.map(\.assetIdentifier) }).")
        return []
    }
}
