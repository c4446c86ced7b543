import Foundation
import LibraryInterface
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryBroker

/// Requests that no ordinary app sends: they harm neither the owner's photos nor the broker.
@Suite(.timeLimit(.minutes(2))) struct HostileRequestTests {
    private static let adjustment = AdjustmentData(formatIdentifier: "org.example", formatVersion: "1", data: Data([1]))

    private func session(_ app: PhotoLibrary) throws -> any ChangeSession { try app.service.beginChanges(UUID()) }

    private func content(_ seed: UInt64) -> AssetCreationRequest.Content {
        .data(Data(TestPhoto.jpeg(seed)), filename: "a.jpg")
    }

    @Test func stepsWithUnknownFilesAreRefused() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .full(.mayChange))
        for step in [ChangeStep.create(999), .create(-1), .edit([0, 1], asset: served.photos[0])] {
            let changes = try session(app)
            _ = try changes.beginUpload()
            #expect(code { _ = try changes.commit([step]) } == .changeNotSupported)
        }
        #expect(try app.shown == served.photos, "The broker still answers.")
    }

    /// The identifier of an edit's photo becomes part of a path.
    @Test func anEditOfNoPhotoWritesNoFile() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .full(.mayChange))
        for name in ["../../../../outside", served.photos[0] + "/../..", "missing"] {
            #expect(
                code { _ = try session(app).stageEdit(of: name, rendered: content(9), Self.adjustment) }
                    == .identifierNotFound)
        }
        #expect(!FileManager.default.fileExists(atPath: served.folder.path("outside")))
    }

    @Test func filesOfAnEditAreUsedForThatEditOnly() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: [served.photos[0]])
        let own = try app.add(TestPhoto.jpeg(33))
        for (staged, steps) in [
            (served.photos[0], [ChangeStep.create(0), .create(1)]), (own, [.create(0)]),
            (own, [.edit([0, 1], asset: served.photos[0])]),
        ] {
            let changes = try session(app)
            let files = try changes.stageEdit(of: staged, rendered: content(12), Self.adjustment)
            #expect(files == [0, 1])
            #expect(code { _ = try changes.commit(steps) } == .changeNotSupported)
        }
        // An edit of a photo that the app sees and did not add.
        let changes = try session(app)
        let files = try changes.stageEdit(of: served.photos[0], rendered: content(12), Self.adjustment)
        #expect(code { _ = try changes.commit([.edit(files, asset: served.photos[0])]) } == .accessUserDenied)
    }

    /// A file beside the bytes of a visible photo would change that photo.
    @Test func aSidecarChangesNoPhotoOfOthers() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .full())
        let original = try app.original(of: served.photos[0])
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
            <rdf:li xml:lang="x-default">Mine</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        var request = AssetCreationRequest(original: .data(Data(original), filename: "a.jpg"))
        request.addResource(.sidecar, .data(Data(sidecar.utf8), filename: "a.xmp"))
        #expect(
            code { _ = try app.performChangesAndWait { try $0.createAsset(request).localIdentifier } }
                == .accessUserDenied)
        let owners = try #require(try served.owner.assets(withLocalIdentifiers: [served.photos[0]])[served.photos[0]])
        #expect(owners.metadata.title == nil && owners.resources.count == 1)
    }

    @Test func aDeniedAppStagesNothing() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .denied)
        #expect(code { _ = try session(app) } == .accessUserDenied)
    }

    @Test func noErrorNamesAPath() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .denied)
        let answers = app.cloudIdentifierMappings(forLocalIdentifiers: ["x", served.photos[0]])
        #expect(answers.count == 2)
        for case .failure(let error) in answers.values {
            #expect(!"\(error)".contains(served.folder.url.path), "\(error)")
        }
    }

    @Test func anAppChoosesNoIdentifierThatIsUsed() async throws {
        let served = try await ServedLibrary()
        let album = try served.owner.performChangesAndWait { try $0.createAlbum(title: "Mine").localIdentifier }
        let app = try served.connect(with: .full(.mayChange))
        for name in [album, "../x", ""] {
            let change = LibraryChange.makeFolder(name, title: "F", folder: nil)
            #expect(code { _ = try session(app).commit([.change(change)]) } == .changeNotSupported)
        }
    }
}
