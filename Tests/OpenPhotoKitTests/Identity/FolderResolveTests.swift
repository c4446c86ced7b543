import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

/// Folders are found like albums, by their titles and by the members of the albums in them.
@Suite struct FolderResolveTests {
    /// A library with eight photos, the same in every library of these tests.
    private struct World {
        let scene: Scene
        let library: OwnedLibrary
        let photos: [String]

        init() async throws {
            scene = try Scene()
            library = try scene.open()
            photos = try await scene.store((1...8).map { TestPhoto.jpeg($0) }, in: library)
            try #require(photos.count == 8)
        }

        /// Creates a folder with albums of these photos, and returns its identifier.
        @discardableResult
        func add(
            _ title: String, in parent: String? = nil, albums: [String: Range<Int>] = [:]
        ) throws -> String {
            try library.performChangesAndWait { changes in
                let folder = try changes.createFolder(title: title, inFolder: parent).localIdentifier
                for (title, members) in albums {
                    let album = try changes.createAlbum(title: title, inFolder: folder).localIdentifier
                    try changes.addAssets(Array(photos[members]), toAlbum: album)
                }
                return folder
            }
        }

        /// The cloud identifier of a folder, after encoding as text and decoding.
        func identifier(of folder: String) throws -> CloudIdentifier {
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: [folder])
            return try CloudIdentifier(stringValue: #require(mappings[folder]).get().stringValue)
        }

        func resolve(_ identifier: CloudIdentifier) throws -> Resolution {
            try #require(library.resolveAndWait([identifier]).first).get()
        }
    }

    @Test func aFolderIsFoundInItsOwnAndInAnotherLibrary() async throws {
        let mine = try await World()
        let travels = try mine.add("Travels", albums: ["Paris": 2..<6])
        try mine.add("Italy", in: travels, albums: ["Rome": 0..<4])
        let asked = try mine.identifier(of: travels)
        guard case .folder(let evidence) = asked.subject else { throw Missing() }
        #expect(evidence.count == 6, "Two photos are in both albums.")

        let own = try mine.resolve(asked)
        #expect(own.localIdentifier == travels && own.evidence == .syncState && own.kind == .folder)
        #expect(own.candidates.map(\.reason) == [.sameFolder])

        let theirs = try await World()
        let same = try theirs.add("Travels", albums: ["All": 0..<6])
        try theirs.add("Home", albums: ["Garden": 6..<8])
        let found = try theirs.resolve(asked)
        #expect(found.localIdentifier == same && found.evidence == .content && found.candidates[0].score == 1)
        #expect(found.candidates.map(\.reason) == [.sameTitleAndMembers])
        #expect(try theirs.library.localIdentifierMappings(for: [asked])[asked]?.get() == same)
    }

    @Test func withoutContentOnlyItsOwnFolderIsKnown() async throws {
        let mine = try await World()
        let folder = try mine.add("Travels", albums: ["Rome": 0..<4])
        let asked = try mine.identifier(of: folder)
        let theirs = try await World()
        try theirs.add("Travels", albums: ["Rome": 0..<4])
        #expect(try mine.library.localIdentifierMappings(forSynced: [asked])[asked]?.get() == folder)
        let answer = try #require(theirs.library.localIdentifierMappings(forSynced: [asked])[asked])
        #expect((answer.error as? PhotoLibraryError)?.code == .identifierNotFound)
        #expect((answer.error as? PhotoLibraryError)?.message == "This folder is not in the library.")
    }

    @Test func uncertainFoldersAreAmbiguous() async throws {
        let mine = try await World()
        let asked = try mine.identifier(of: mine.add("Travels", albums: ["Rome": 0..<4]))
        func reasons(_ build: (World) throws -> Void) async throws -> [Resolution.Candidate.Reason] {
            let theirs = try await World()
            try build(theirs)
            let answer = try theirs.resolve(asked)
            #expect(answer.status == (answer.candidates.isEmpty ? .notFound : .multiple))
            return answer.candidates.map(\.reason)
        }
        #expect(
            try await reasons { theirs in
                try theirs.add("Travels", albums: ["Rome": 0..<4])
                try theirs.add("Travels", albums: ["Rome": 0..<3])
            } == [.severalAgree, .severalAgree])
        #expect(try await reasons { try $0.add("Travels", albums: ["Oslo": 4..<8]) } == [.sameTitle])
        #expect(try await reasons { try $0.add("Journeys", albums: ["Rome": 0..<4]) } == [.sameMembers])
        #expect(try await reasons { try $0.add("Journeys", albums: ["Oslo": 4..<8]) } == [])
    }

    @Test func foldersWithoutPhotosAreKnownByTheirTitlesOnly() async throws {
        let mine = try await World()
        let folder = try mine.add("Travels")
        let asked = try mine.identifier(of: folder)
        #expect(try mine.resolve(asked).localIdentifier == folder)
        let theirs = try await World()
        #expect(try theirs.resolve(asked).status == .notFound)
        try theirs.add("Travels")
        let answer = try theirs.resolve(asked)
        #expect(answer.status == .multiple && answer.candidates.map(\.reason) == [.sameTitle])
        #expect(answer.candidates[0].explanation == "A folder of the same title, but no photo is known to be in both.")
    }

    @Test func anAlbumNeverStandsForAFolder() async throws {
        let mine = try await World()
        let folder = try mine.add("Rome", albums: ["Rome": 0..<4])
        let album = try #require(try mine.library.fetchAlbums().first).localIdentifier
        let theirs = try await World()
        try theirs.library.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "Rome").localIdentifier
            try changes.addAssets(Array(theirs.photos[0..<4]), toAlbum: album)
        }
        #expect(try theirs.resolve(mine.identifier(of: folder)).status == .notFound)
        let found = try theirs.resolve(mine.identifier(of: album))
        #expect(found.status == .found && found.kind == .album)
    }

    @Test func deletedAssetsAreNoMembers() async throws {
        let mine = try await World()
        let folder = try mine.add("Travels", albums: ["Rome": 0..<4])
        try mine.library.performChangesAndWait { try $0.deleteAssets([mine.photos[0]]) }
        guard case .folder(let evidence) = try mine.identifier(of: folder).subject else { throw Missing() }
        #expect(evidence.count == 3)
    }

    private struct Missing: Error {}
}
