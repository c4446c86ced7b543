import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// For an app with limited access, every public read gives the result of a library with only the selected photos.
///
/// The tests compare three libraries: the owner's library with three photos, the same library for an app that may see
/// one of the photos, and a library with the same identifier and only this photo. The results of the second and the
/// third library must be equal. The results of the first library must differ.
@Suite struct PublicReadsTests {
    private let scene: Scene
    private let owner: OwnedLibrary
    private let limited: PhotoLibrary
    private let alone: OwnedLibrary
    private let seen: String
    private let unseen: [String]
    private let album: Album
    private let identifiers: [CloudIdentifier]

    init() async throws {
        scene = try Scene()
        let photos = [
            TestPhoto.dated(TestPhoto.jpeg(1), "2024:05:01 10:00:00"),
            TestPhoto.dated(TestPhoto.jpeg(2), "2024:05:01 09:00:00"),
            TestPhoto.dated(TestPhoto.jpeg(3), "2024:05:01 11:00:00"),
        ]
        owner = try scene.open()
        let names = try await scene.store(photos, in: owner)
        (seen, unseen) = (names[0], Array(names.dropFirst()))
        let albumIdentifier = try owner.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "Harbour")
            let folder = try changes.createFolder(title: "Trips")
            try changes.addAssets(names, toAlbum: album.localIdentifier)
            try changes.addCollections([album.localIdentifier], toFolder: folder.localIdentifier)
            try changes.set(.favorite(true), ofAssets: Array(names.dropFirst()))
            return album.localIdentifier
        }
        album = try #require(try owner.fetchAlbums(withLocalIdentifiers: [albumIdentifier]).firstObject)
        let mappings = owner.cloudIdentifierMappings(forLocalIdentifiers: names)
        identifiers = try names.map { try #require(try mappings[$0]?.get()) }
        try owner.catalog.perform([.select([seen], app: "app")])
        limited = try owner.bound(to: .limited(app: "app"))
        // A library with the same identifier and one photo.
        let path = FilePath(scene.folder.path("alone"))
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: owner.path.appending("library.json").string, toPath: path.appending("library.json").string)
        alone = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        try await scene.importAll(alone, [scene.add("alone/photo.jpg", photos[0])])
    }

    /// The reads by name, with their results as text.
    private var reads: [String: (PhotoLibrary) throws -> String] {
        let all = [seen] + unseen
        var everything = AssetQuery()
        everything.scope = .everything
        everything.includesHidden = true
        let (album, identifiers) = (album, identifiers)
        func list(_ values: some Sequence<String>) -> String { values.sorted().joined(separator: " ") }
        func text(_ results: some Sequence<Result<String, any Error>>) -> String {
            list(
                results.map { result in
                    switch result {
                    case .success(let value): value
                    case .failure(let error): "\((error as? PhotoLibraryError)?.code.description ?? "\(error)")"
                    }
                })
        }
        return [
            "allLocalIdentifiers()": { list(try $0.allLocalIdentifiers()) },
            "assetCount()": { "\(try $0.assetCount())" },
            "assets(withLocalIdentifiers:)": { list(try $0.assets(withLocalIdentifiers: all).keys) },
            "fetchAssets(_:)": { list(try $0.fetchAssets(everything).map(\.localIdentifier)) },
            "fetchAssets(withLocalIdentifiers:)": {
                list(try $0.fetchAssets(withLocalIdentifiers: all).map(\.localIdentifier))
            },
            "fetchAssets(in:)": { list(try $0.fetchAssets(in: SmartAlbum.recents).map(\.localIdentifier)) },
            "count(of:)": { "\(try $0.count(of: AssetQuery(.mediaType(.image))))" },
            "count(of:in:)": { "\(try $0.count(of: .image, in: $0.fetchAssets()))" },
            "localIdentifiers(of:)": { list(try $0.localIdentifiers(of: everything)) },
            "fetchKeyAssets(in:)": { "\(try $0.fetchKeyAssets(in: album).count)" },
            "fetchAssets(in:_:)": { "\(try $0.fetchAssets(in: album).count)" },
            "fetchAlbums(_:)": { list(try $0.fetchAlbums().map(\.title)) },
            "fetchAlbums(withLocalIdentifiers:)": {
                list(try $0.fetchAlbums(withLocalIdentifiers: [album.localIdentifier]).map(\.title))
            },
            "fetchAlbums(containing:)": { library in
                list(try library.fetchAssets().flatMap { try library.fetchAlbums(containing: $0).map(\.title) })
            },
            "countAlbums(_:)": { "\(try $0.countAlbums())" },
            "fetchFolders(_:)": { list(try $0.fetchFolders().map(\.title)) },
            "countFolders(_:)": { "\(try $0.countFolders())" },
            "fetchCollections(_:)": { "\(try $0.fetchCollections(CollectionQuery()).count)" },
            "fetchTopLevelCollections()": { "\(try $0.fetchTopLevelCollections().count)" },
            "moments(of:dividedBeyond:includingAllBurstAssets:)": {
                list(try $0.moments().map { "\($0.assetCount) \($0.startTime)" })
            },
            "cloudIdentifierMappings(forLocalIdentifiers:progress:)": {
                text($0.cloudIdentifierMappings(forLocalIdentifiers: all).values.map { $0.map(\.stringValue) })
            },
            "localIdentifierMappings(for:progress:)": { text($0.localIdentifierMappings(for: identifiers).values) },
            "resolve(_:progress:)": {
                text($0.resolveAndWait(identifiers).map { $0.map { "\($0.status) \($0.localIdentifier ?? "")" } })
            },
            "fetchPersistentChanges(since:)": { library in
                let changes = try library.fetchPersistentChanges(since: library.oldestChangeToken)
                return list(try changes.flatMap { try $0.changeDetails(for: .asset).insertedLocalIdentifiers })
                    + "; " + list(try changes.flatMap { try $0.changeDetails(for: .album).insertedLocalIdentifiers })
            },
        ]
    }

    @Test func theUnseenHalfChangesNoAnswer() throws {
        for (name, read) in reads.sorted(by: { $0.key < $1.key }) {
            let (answer, expected, all) = try (read(limited), read(alone.photoLibrary), read(owner.photoLibrary))
            #expect(answer == expected, "\(name)")
            #expect(answer != all, "\(name): the unseen photos do not matter to this read, so it proves nothing")
        }
    }

    /// Reads that need other photos than these; `PhotoCatalogTests/Access` tests these reads.
    private static let readsElsewhere: Set<String> = [
        "fetchAssets(withBurstIdentifier:)", "fetchCollections(in:)",
        "localIdentifierMappings(forSynced:progress:)", "currentChangeToken", "oldestChangeToken", "changes(since:)",
        "adjustmentData(of:)", "loadOriginals(of:to:ioJobs:includingAttached:options:progress:)",
        "requestData(for:options:progress:)", "writeData(for:to:options:progress:)",
        // `LibraryBrokerTests` tests these.
        "authorizationStatus(for:)", "connectedApp", "chooseLimitedSelection()",
    ]

    /// Members that concern the library as a whole and not a photo.
    private static let ofTheLibrary: Set<String> = [
        "photoLibrary", "availability", "historyRetention", "connect(as:to:)", "requestAuthorization(for:)",
    ]

    private static let changes: Set<String> = [
        "performChanges(_:)", "performChangesAndWait(_:)", "deleteAssets(_:)", "restoreDeletedAssets(_:)",
    ]

    /// A new public member of an app's library fails this test until it is classified.
    @Test func everyPublicMemberIsClassified() throws {
        let types: Set = ["PhotoLibrary", "PhotoLibraryProtocol"]
        let members = Set(
            try PublicSymbols.of("OpenPhotoKit").map(\.path).filter { types.contains($0[0]) && $0.count == 2 }
                .map { $0[1] })
        #expect(members.count > 40, "The symbol graph was read.")
        let known = Set(reads.keys).union(Self.readsElsewhere).union(Self.ofTheLibrary).union(Self.changes)
        #expect(members.subtracting(known).sorted() == [], "Classify these as reads, changes, or of the library.")
        #expect(known.subtracting(members).sorted() == [], "These are gone.")
    }

    /// Types of the module with members that read a library, with the access rights of the library.
    private static let readingTypes: Set<String> = [
        "PhotoLibrary", "PhotoLibraryProtocol", "FetchResult", "FetchResultChanges", "PersistentChange",
        "PersistentChanges", "LibraryChanges",
    ]

    /// Types that give an app the photos which the owner selects; `LibraryBrokerTests` tests that they give no others.
    private static let pickingTypes: Set<String> = ["PhotoPicker", "PickedItem"]

    /// A new public type fails this test until it is listed in one of these sets.
    @Test func everyPublicTypeIsClassified() throws {
        let types = Set(try PublicSymbols.of("OpenPhotoKit").map(\.path).filter { $0.count > 1 }.map { $0[0] })
        let holdsLibrary = types.filter { type in Self.readingTypes.contains(type) }
        #expect(holdsLibrary == Self.readingTypes)
        let known = Self.readingTypes.union(Self.pickingTypes).union(Self.valueTypes)
        #expect(types.subtracting(known).sorted() == [])
    }

    private static let valueTypes: Set<String> = ["ChangeRequests", "ConnectedApp", "ObjectPlaceholder"]
}
