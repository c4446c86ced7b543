import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing

/// Albums that are not in a shared registry are found by their titles and members.
@Suite struct AlbumResolveTests {
    /// A library with one album for each folder.
    private func library(_ folders: [String: ClosedRange<UInt64>]) async throws -> (Scene, OwnedLibrary) {
        let scene = try Scene()
        for (folder, seeds) in folders {
            for seed in seeds { try scene.add(FilePath("\(folder)/\(seed).jpg"), TestPhoto.jpeg(seed)) }
        }
        let library = try scene.open()
        _ = try await scene.importAll(library) { $0.makesAlbums = true }
        return (scene, library)
    }

    private func identifiers(_ library: OwnedLibrary) throws -> [String: CloudIdentifier] {
        try Dictionary(
            uniqueKeysWithValues: library.fetchAlbums().map { album in
                let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: [album.localIdentifier])
                let text = try #require(mappings[album.localIdentifier]).get().stringValue
                return (album.title, try CloudIdentifier(stringValue: text))
            })
    }

    private func resolve(_ identifier: CloudIdentifier?, in library: OwnedLibrary) throws -> Resolution {
        let identifier = try #require(identifier)
        return try #require(library.resolveAndWait([identifier]).first).get()
    }

    private func title(_ resolution: Resolution, _ library: OwnedLibrary) throws -> String? {
        try library.fetchAlbums().first { $0.localIdentifier == resolution.localIdentifier }?.title
    }

    @Test func anAlbumIsFoundInItsOwnAndInAnotherLibrary() async throws {
        let (_, mine) = try await library(["Rome": 1...4, "Paris": 5...8])
        let (_, theirs) = try await library(["Rome": 1...5, "Oslo": 5...8])
        let asked = try identifiers(mine)
        let own = try resolve(asked["Rome"], in: mine)
        #expect(try title(own, mine) == "Rome" && own.evidence == .syncState)
        let found = try resolve(asked["Rome"], in: theirs)
        #expect(try title(found, theirs) == "Rome" && found.candidates.map(\.reason) == [.sameTitleAndMembers])
        let renamed = try resolve(asked["Paris"], in: theirs)
        #expect(renamed.status == .multiple && renamed.candidates.map(\.reason) == [.sameMembers])
    }

    @Test func theSameTitleAloneIsAmbiguous() async throws {
        let (_, mine) = try await library(["Summer": 1...4, "Other": 9...9])
        let (_, theirs) = try await library(["Summer": 5...8])
        let asked = try identifiers(mine)
        let answer = try resolve(asked["Summer"], in: theirs)
        #expect(answer.status == .multiple && answer.candidates.map(\.reason) == [.sameTitle])
        #expect(try resolve(asked["Other"], in: theirs).status == .notFound)
    }

    @Test func twoEqualAlbumsAreAmbiguous() async throws {
        let (_, mine) = try await library(["a/Rome": 1...4])
        let (_, theirs) = try await library(["a/Rome": 1...4, "b/Rome": 1...4])
        let answer = try resolve(try identifiers(mine)["Rome"], in: theirs)
        #expect(answer.status == .multiple && answer.candidates.map(\.reason) == [.severalAgree, .severalAgree])
    }
}
