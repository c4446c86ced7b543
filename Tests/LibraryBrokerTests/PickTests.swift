import Foundation
import LibraryInterface
import LibraryRPC
import OpenPhotoKitOwner
import Originals
import PhotoModel
import PhotosCompat
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// An app without access asks for photos, and the owner's browser answers.
@Suite struct PickTests {
    private let desktop: OwnersDesktop
    private let broker: BrokerProcess
    private let owner: OwnedLibrary
    private let photos: [String]
    private let browser = PageClient()

    init() async throws {
        desktop = try OwnersDesktop()
        broker = try await BrokerProcess(grant: nil, environment: desktop.environment)
        owner = try OwnedLibrary(at: broker.library)
        photos = try owner.shown
    }

    private func picker(
        _ app: PhotoLibrary, configure: (inout PickerConfiguration) -> Void = { _ in }
    ) throws -> PhotoPicker {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        configure(&configuration)
        return try PhotoPicker(configuration, library: app)
    }

    private func select(_ range: Range<Int>, on page: String) async throws {
        let json = #"{"view": "all", "ranges": [[\#(range.lowerBound), \#(range.upperBound)]], "on": true}"#
        #expect(try await browser.post("select", json, to: page) == 200)
    }

    /// Selects photos on the page that a picker opens, and ends it.
    ///
    /// - Parameter before: Called with the page's address before it ends.
    private func pick(
        _ range: Range<Int>?, with picker: PhotoPicker, ending end: String = "add",
        before: (String) async throws -> Void = { _ in }
    ) async throws -> [PickedItem] {
        async let results = picker.results()
        let page = try desktop.nextPage()
        _ = try await browser.get(of: page)
        if let range { try await select(range, on: page) }
        try await before(page)
        #expect(try await browser.post(end, to: page) == 200)
        return try await results
    }

    @Test func theAppGetsThePickedPhotosAndNoOthers() async throws {
        let app = try broker.connect()
        let picker = try picker(app)
        async let results = picker.results()
        let page = try desktop.nextPage()
        let shown = String(decoding: try await browser.get(of: page), as: UTF8.self)
        #expect(shown.contains("<html"))
        try await select(1..<2, on: page)
        try await select(0..<1, on: page)
        #expect(try await browser.post("add", to: page) == 200)
        let items = try await results
        #expect(items.map(\.assetIdentifier) == [photos[1], photos[0]])
        #expect(items.map(\.types) == [[.jpeg], [.jpeg]])
        #expect(items.map(\.suggestedName) == ["1", "0"])

        let copy = broker.folder.filePath.appending("copy.jpeg")
        let progress = Progress(totalUnitCount: 1)
        try await items[0].load(.image, to: copy, progress: progress)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy.string)) == Data(TestPhoto.jpeg(2)))
        #expect(progress.isFinished)
        await #expect(throws: PhotoLibraryError(.requestNotSupportedForAsset, "")) {
            try await items[0].load(.movie, to: copy)
        }
        // The selection gives no access to the library.
        #expect(app.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(throws: PhotoLibraryError(.accessUserDenied, "")) { try app.shown }
        #expect(try owner.accessRecord().first?.pickedAssetCount == 2)
    }

    @Test func aPhotoThatWasDeletedAfterItWasPickedCannotBeLoaded() async throws {
        let app = try broker.connect()
        let items = try await pick(0..<2, with: picker(app))
        try await owner.performChanges { [photos] in try $0.deleteAssets([photos[0]]) }
        let copy = broker.folder.filePath.appending("copy.jpeg")
        await #expect(throws: PhotoLibraryError(.identifierNotFound, "")) { try await items[0].load(.image, to: copy) }
        try await items[1].load(.image, to: copy)
    }

    @Test func filesHaveNoPlacesUnlessThePersonIncludesThem() async throws {
        let latitude = [(48, 1), (7, 1), (24, 1)]
        let exif = TIFFBuilder(gps: [.text(1, "N"), .rationals(2, latitude), .text(3, "E"), .rationals(4, latitude)])
        let segment = Array("Exif\0\0".utf8) + exif.bytes
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1] + TIFFBuilder.number(segment.count + 2, 2)
        let place = Data(TIFFBuilder.Entry.rationals(2, latitude).value)
        let original = Data(start + segment + TestPhoto.jpeg(9).dropFirst(2))
        #expect(original.range(of: place) != nil)
        let photo = try owner.add(Array(original))

        for includesPlaces in [false, true] {
            let app = try broker.connect()
            let items = try await pick(0..<4, with: picker(app)) { page async throws in
                #expect(try await browser.post("places", #"{"includePlaces": \#(includesPlaces)}"#, to: page) == 200)
            }
            let found = items.first { $0.assetIdentifier == photo }
            let item = try #require(found)
            let copy = broker.folder.filePath.appending("\(includesPlaces).jpeg")
            try await item.load(.image, to: copy)
            let loaded = try Data(contentsOf: URL(fileURLWithPath: copy.string))
            #expect((loaded == original) == includesPlaces)
            #expect((loaded.range(of: place) != nil) == includesPlaces)
        }
    }

    /// A photo of 48 megapixels as phones write it, turned: with PhotoKit's functions it is an image too.
    @Test(.long) func aLargeHEICIsLoadedAsAJPEGAndAsAnImage() async throws {
        let bytes = LargeCodedPicture(.hevc).grid(columns: 8, rows: 6, transforms: [Boxes.box("irot", [3])])
        let photo = try owner.add(bytes, named: "IMG_1.HEIC")
        let app = try broker.connect()
        let found = try await pick(0..<4, with: picker(app)).first { $0.assetIdentifier == photo }
        let item = try #require(found)
        #expect(item.types == [.heic, .jpeg])
        let copy = broker.folder.path("copy.jpeg")
        try await item.load(.jpeg, to: FilePath(copy))
        let image = try #require(UIImage(contentsOfFile: copy))
        #expect(image.size == CGSize(width: 6144, height: 8192))
        let (read, encoded) = (try image.pixels(), try #require(image.jpegData(compressionQuality: 1)))
        #expect(read.width == 6144 && read.height == 8192)
        #expect(UIImage(data: encoded)?.size == image.size)
        #expect(UIImage(data: Data(bytes))?.size == image.size)
    }

    @Test func anAppPreselectsNoPhotoThatItWasNotGiven() async throws {
        let app = try broker.connect()
        let picker = try picker(app) { $0.preselectedAssetIdentifiers = [photos[2], "unknown"] }
        async let results = picker.results()
        let page = try desktop.nextPage()
        let session = try JSONSerialization.jsonObject(with: await opened(page, "session")) as? [String: Any]
        #expect(session?["preselected"] as? Int == 0, "The app was never given the photo.")
        try await select(0..<1, on: page)
        #expect(try await browser.post("cancel", to: page) == 200)
        // The app does not learn whether the library has them.
        #expect(try await results.isEmpty)
    }

    /// Photos that an app was handed can be preselected, until they are deleted.
    @Test func preselectedPhotosAreThoseOfTheLibrary() async throws {
        let app = try broker.connect()
        func pick(
            preselecting preselected: [String], selecting selected: Range<Int>?, ending end: String,
            before: () async throws -> Void = {}
        ) async throws -> [PickedItem] {
            let picker = try picker(app) { $0.preselectedAssetIdentifiers = preselected }
            return try await self.pick(selected, with: picker, ending: end) { _ in try await before() }
        }
        let all = ["unknown", photos[2], photos[0], photos[1], photos[0]]
        // A photo that the person selects by hand has files, also if the app had no right to preselect it.
        let first = try await pick(preselecting: all, selecting: 0..<3, ending: "add")
        #expect(first.map(\.assetIdentifier) == photos && first.allSatisfy { $0.types == [.jpeg] })
        #expect(try owner.accessRecord().first?.pickedAssetCount == 3)

        for end in ["add", "cancel"] {
            let items = try await pick(preselecting: all, selecting: nil, ending: end)
            #expect(items.map(\.assetIdentifier) == [photos[2], photos[0], photos[1]], "\(end)")
            #expect(items.allSatisfy { $0.types.isEmpty && $0.suggestedName == nil })
        }
        // A photo leaves the selection when it is deleted, before the page is opened and while it is open.
        try await owner.performChanges { [photos] in try $0.deleteAssets([photos[2]]) }
        for (end, deleted) in [("add", photos[0]), ("cancel", photos[1])] {
            let items = try await pick(preselecting: all, selecting: nil, ending: end) {
                try await owner.performChanges { try $0.deleteAssets([deleted]) }
            }
            #expect(items.map(\.assetIdentifier) == (end == "add" ? [photos[1]] : []), "\(end)")
        }
    }

    /// A deleted photo neither stays selected for an app nor keeps its owner from answering.
    @Test func aDeletedPhotoLeavesTheSelectionOfAnApp() async throws {
        try owner.setAccess(.limited(), for: BrokerProcess.app, selecting: [photos[0], photos[1]])
        let app = try broker.connect()
        #expect(try eventually { try app.shown == [photos[0], photos[1]] })
        async let changed = app.chooseLimitedSelection()
        let page = try desktop.nextPage()
        _ = try await browser.get(of: page)
        try await owner.performChanges { [photos] in try $0.deleteAssets([photos[0]]) }
        try await select(2..<3, on: page)
        #expect(try await browser.post("add", to: page) == 200)
        _ = try await changed
        #expect(try owner.selectedAssets(for: BrokerProcess.app) == [photos[1], photos[2]])
        #expect(try app.shown == [photos[1], photos[2]])
    }

    /// Opens the page and reads a part of it.
    private func opened(_ page: String, _ part: String) async throws -> Data {
        _ = try await browser.get(of: page)
        return try await browser.get(part, of: page)
    }

    @Test func theOwnerFindsThePageWithACommand() async throws {
        let app = try broker.connect()
        let picker = try picker(app)
        async let results = picker.results()
        let page = try desktop.nextPage()
        let pending = ["access", "pending", "--library", broker.library.string]
        let waiting = try PhotosProcess.run(arguments: pending, environment: desktop.environment)
        #expect(waiting.exitCode == 3)
        #expect(waiting.standardOutput.contains(BrokerProcess.app) && waiting.standardOutput.contains(page))
        picker.cancel()
        #expect(try await results.isEmpty)
        let isGone = try eventually {
            try PhotosProcess.run(arguments: pending, environment: desktop.environment).exitCode == 0
        }
        #expect(isGone)
    }

    @Test func eachSelectionIsReportedIfTheAppAsksForThat() async throws {
        let app = try broker.connect()
        let picker = try picker(app) { $0.selection = .continuousAndOrdered }
        let reported = Mutex<[[PickedItem]]>([])
        let following = Task { @Sendable in
            for try await items in picker.selections { reported.withLock { $0.append(items) } }
        }
        func isReported(_ photos: [String]) -> Bool {
            eventually { reported.withLock { $0.last?.map(\.assetIdentifier) } == photos }
        }
        let page = try desktop.nextPage()
        _ = try await browser.get(of: page)
        try await select(0..<2, on: page)
        #expect(isReported([photos[0], photos[1]]))
        let early = try #require(reported.withLock { $0.last?.first })
        // A photo can be loaded while the page is open, and after it was deselected.
        try await picker.deselect([photos[0]])
        #expect(isReported([photos[1]]))
        try await early.load(.jpeg, to: broker.folder.filePath.appending("early.jpg"))
        try await select(2..<3, on: page)
        #expect(try await browser.post("add", to: page) == 200)
        try await following.value
        let all = reported.withLock { $0.map { $0.map(\.assetIdentifier) } }
        #expect(all.last == [photos[1], photos[2]])
        #expect(all.first != [], "The opening of the page changes no selection.")
    }

    @Test func anAppHasOnePageAtATime() async throws {
        let app = try broker.connect()
        let first = try picker(app)
        async let results = first.results()
        let page = try desktop.nextPage()
        _ = try await browser.get(of: page)
        await #expect(throws: PhotoLibraryError(.limitExceeded, "")) { try await picker(app).results() }
        first.cancel()
        #expect(try await results.isEmpty)
        // The page says that the app has closed it, and the next page opens.
        let other = try picker(app)
        async let next = other.results()
        let second = try desktop.nextPage()
        _ = try await browser.get(of: second)
        #expect(try await browser.post("cancel", to: second) == 200)
        #expect(try await next.isEmpty)
    }

    @Test func thePageClosesWhenTheAppIsGone() async throws {
        _ = try broker.connect()
        let connection = try CutConnection(to: broker.socket)
        let picker = try picker(PhotoLibrary(connection.library))
        let waiting = Task { try await picker.results() }
        let page = try desktop.nextPage()
        _ = try await browser.get(of: page)
        #expect(try await browser.post("places", to: page) == 200)
        connection.cut()
        #expect(try await browser.isClosed(page))
        waiting.cancel()
    }

    @Test(.timeLimit(.minutes(1))) func aSelectionFailsIfTheProcessOfThePageIsKilled() async throws {
        let app = try broker.connect()
        let picker = try picker(app)
        async let results = picker.results()
        _ = try desktop.nextPage()
        for child in try broker.children() { kill(child, SIGKILL) }
        do {
            _ = try await results
            Issue.record("A selection without a page has results.")
        } catch { #expect((error as? PhotoLibraryError)?.code == .libraryUnavailable) }
    }

    @Test(.timeLimit(.minutes(1))) func aPageEndsIfTheAppIsGoneBeforeItIsServed() throws {
        let app = PickingApp(name: "Editor", trust: .claimed, isContained: false)
        let job = PickerJob(app, .pick(PickerConfiguration(), PickerPermissions()))
        let input = String(decoding: try JSONEncoder().encode(job), as: UTF8.self) + "\n"
        let outcome = try PhotosProcess.run(
            arguments: ["serve-picker", "--library", broker.library.string], input: input)
        #expect(outcome.exitCode == 0 && outcome.standardOutput == "{\"cancelled\":{}}\n")
    }

    @Test func photosThatWereNotPickedAreRefused() async throws {
        let app = try broker.connect()
        let session = try app.service.beginPick(PickerConfiguration()) {}
        let page = try desktop.nextPage()
        _ = try await browser.get(of: page)
        try await select(0..<1, on: page)
        #expect(try await browser.post("add", to: page) == 200)
        #expect(try eventually { try session.state().phase == .picked })
        let picked = try #require(
            try session.assets(of: session.state().revision, from: 0, count: 1)?.first?.resources.first)
        #expect(try session.open(picked, nil, .local).source.length == Int64(picked.bytes))
        for (asset, file) in [(photos[1], photos[1]), (photos[0], photos[1]), (photos[1], photos[0])] {
            let resource = try #require(try owner.assets(withLocalIdentifiers: [file])[file]?.resources.first)
            #expect(
                code { _ = try session.open(resource.claimed(of: asset), nil, .local) } == .accessUserDenied)
        }
        #expect(
            code { _ = try app.service.originals.open(picked, nil, .local) } == .accessUserDenied)
    }
}

extension AssetResource {
    /// The same file as one of an asset that an app names.
    fileprivate func claimed(of asset: String) -> AssetResource {
        AssetResource(
            kind: kind, location: .withheld(asset: asset), originalFilename: nil, bytes: bytes, sha256: sha256,
            imageDataDigest: nil, format: format, orientation: .up, colorProfile: colorProfile)
    }
}
