import Foundation
import LibraryRPC
import OpenPhotoKitOwner
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// An app reads a photo whose original is in a remote store, through the broker.
@Suite(.timeLimit(.minutes(2))) struct ElsewhereTests {
    private let served: ServedLibrary
    private let bytes: [UInt8]
    private let photo: String
    private let allowed = ResourceRequestOptions(isNetworkAccessAllowed: true)

    private static let latitude = [(48, 1), (7, 1), (24, 1)]
    private static let place = Data(TIFFBuilder.Entry.rationals(2, latitude).value)

    init() async throws {
        served = try await ServedLibrary()
        let exif = TIFFBuilder(gps: [
            .text(1, "N"), .rationals(2, Self.latitude), .text(3, "E"), .rationals(4, Self.latitude),
        ])
        bytes = TestPhoto.with(exif, TestPhoto.jpeg(30)) + [UInt8](repeating: 7, count: 3 << 20)
        photo = try served.owner.add(bytes)
        let asset = try #require(try served.owner.assets(withLocalIdentifiers: [photo])[photo])
        try served.owner.path.moveElsewhere([asset.resources[0].sha256])
    }

    private func connect(_ fault: StoreInMemory.Fault? = nil) throws -> StoreInMemory {
        let store = try StoreInMemory([bytes], fault)
        try #require(served.owner.originals as? LibraryOriginals).connect(store, as: "cloud")
        return store
    }

    private func app(_ options: AccessOptions = []) throws -> (library: PhotoLibrary, file: AssetResource) {
        let library = try served.connect(with: .limited(options), seeing: [photo])
        return (library, try #require(try library.assets(withLocalIdentifiers: [photo])[photo]?.original))
    }

    private func failure(_ app: (library: PhotoLibrary, file: AssetResource)) -> PhotoLibraryError? {
        do {
            _ = try app.library.data(of: app.file, options: allowed)
            return nil
        } catch { return error as? PhotoLibraryError }
    }

    @Test func theBrokerFetchesItIfTheAppAllowsTheNetwork() throws {
        let store = try connect()
        let app = try app()
        #expect(app.file.location == .withheld(asset: photo))
        #expect(code { _ = try app.library.data(of: app.file, options: .init()) } == .networkAccessRequired)
        #expect(store.openings.isEmpty)
        #expect(try [UInt8](app.library.data(of: app.file, options: allowed)) == bytes)
    }

    @Test func anAppWithoutPlacesGetsNone() throws {
        _ = try connect()
        let app = try app(.withoutPlaces)
        #expect(code { _ = try app.library.data(of: app.file, options: .init()) } == .networkAccessRequired)
        let data = try app.library.data(of: app.file, options: allowed)
        #expect(data.count == bytes.count && data.range(of: Self.place) == nil)
        #expect(Data(bytes).range(of: Self.place) != nil)
    }

    @Test(arguments: [AccessOptions(), .withoutPlaces]) func faultsOfTheStoreAreNamed(options: AccessOptions) throws {
        let app = try app(options)
        #expect(failure(app)?.code == .networkError, "No store is connected.")
        for (fault, expected) in [
            (StoreInMemory.Fault.fails(at: 0), PhotoLibraryError.Code.networkError),
            (.fails(at: 2 << 20), .networkError), (.hasWrongByte(at: 2 << 20), .invalidResource),
            (.endsEarly(at: 2 << 20), .networkError), (.isLonger, .invalidResource),
        ] {
            _ = try connect(fault)
            let error = failure(app)
            #expect(error?.code == expected && error?.path == nil, "\(fault)")
        }
    }

    @Test(arguments: [AccessOptions(), .withoutPlaces])
    func aLoadEndsWhenTheAppCancels(options: AccessOptions) async throws {
        let store = try connect(.neverAnswers)
        let app = try app(options)
        let copy = served.folder.filePath.appending("copy.jpg")
        let progress = Progress(totalUnitCount: 1)
        let copied = Task { [allowed] in
            try await app.library.writeData(for: app.file, to: copy, options: allowed, progress: progress)
        }
        #expect(eventually { store.waitingCount > 0 })
        // Other requests of the app do not wait.
        #expect(try app.library.shown == [photo])
        let start = ContinuousClock.now
        progress.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await copied.value }
        #expect(ContinuousClock.now - start < .milliseconds(200))
        #expect(eventually { store.waitingCount == 0 }, "The broker gives up too.")
        #expect(!FileManager.default.fileExists(atPath: copy.string))
    }

    @Test func aLoadEndsWhenTheOwnerTakesThePhotoBack() async throws {
        let store = try connect(.neverAnswers)
        let app = try app()
        let reading = Task { [allowed] in
            for try await _ in app.library.requestData(for: app.file, options: allowed) {}
        }
        #expect(eventually { store.waitingCount > 0 })
        try served.owner.changeSelection(for: ServedLibrary.app, removing: [photo])
        await #expect(throws: PhotoLibraryError(.accessUserDenied, "")) { try await reading.value }
        #expect(eventually { store.waitingCount == 0 })
    }

    @Test func theBrokerGivesUpWhenTheAppIsGone() throws {
        let store = try connect(.neverAnswers)
        let file = try app().file
        let connection = try CutConnection(to: served.socket)
        nonisolated(unsafe) let source = try connection.library.originals.open(file, nil, .network).source
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 1000)
            _ = try? bytes.withUnsafeMutableBytes { try source.read(into: $0) }
        }
        #expect(eventually { store.waitingCount > 0 })
        connection.cut()
        #expect(eventually { store.waitingCount == 0 })
    }
}
