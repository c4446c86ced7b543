import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

/// The data of an app about photos: their titles, in one file together with the token.
private struct AppIndex: Codable {
    private(set) var token: PersistentChangeToken
    private(set) var titles: [String: String] = [:]
    private var file: URL?

    init(at file: URL, token: PersistentChangeToken) {
        self.file = file
        self.token = token
    }

    mutating func put(_ assets: FetchResult<Asset>) {
        for asset in assets { titles[asset.localIdentifier] = asset.metadata.title ?? "" }
    }

    mutating func remove(_ identifiers: Set<String>) { for identifier in identifiers { titles[identifier] = nil } }

    mutating func replaceAll(with assets: FetchResult<Asset>, at token: PersistentChangeToken) throws {
        titles = [:]
        put(assets)
        try save(at: token)
    }

    mutating func save(at token: PersistentChangeToken) throws {
        self.token = token
        if let file { try JSONEncoder().encode(self).write(to: file, options: .atomic) }
    }
}

@Suite("The article on the change history")
struct ChangeHistoryArticleTests {
    private let folder: TemporaryFolder
    private let samples: Samples

    init() throws {
        folder = try TemporaryFolder()
        samples = try Samples()
    }

    private func beginning(_ library: OwnedLibrary) throws -> AppIndex {
        var index = AppIndex(at: folder.url.appendingPathComponent("index"), token: try library.currentChangeToken)
        let token = try library.currentChangeToken
        try index.replaceAll(with: library.fetchAssets(AssetQuery().includingAll), at: token)
        return index
    }

    private func goOn(_ library: OwnedLibrary, _ index: inout AppIndex) throws {
        do {
            for change in try library.fetchPersistentChanges(since: index.token) {
                let details = try change.changeDetails(for: .asset)
                let changed = details.insertedLocalIdentifiers.union(details.updatedLocalIdentifiers)
                index.remove(details.deletedLocalIdentifiers)
                index.put(try library.fetchAssets(withLocalIdentifiers: Array(changed)))
                // The token is stored last: with the changes that it stands for, or after them.
                try index.save(at: change.changeToken)
            }
        } catch let error as PhotoLibraryError
            where [.persistentChangeTokenExpired, .persistentChangeDetailsUnavailable].contains(error.code)
        {
            let token = try library.currentChangeToken
            try index.replaceAll(with: library.fetchAssets(AssetQuery().includingAll), at: token)
        }
    }

    private func fold(_ library: OwnedLibrary, since token: PersistentChangeToken, _ index: inout AppIndex) throws {
        let changes = try library.fetchPersistentChanges(since: token)
        if changes.changeCount > 0 {
            let details = try changes.netDetails(for: .asset)
            index.remove(details.deletedLocalIdentifiers)
            let changed = details.insertedLocalIdentifiers.union(details.updatedLocalIdentifiers)
            index.put(try library.fetchAssets(withLocalIdentifiers: Array(changed)))
            try index.save(at: changes.lastToken)
        }
    }

    @Test("An index that goes on change by change, and one that folds, are as if made anew", .long)
    func theIndexFollowsTheLibrary() async throws {
        let library = try await samples.library(of: samples.card)
        let all = try library.allLocalIdentifiers()
        var stepping = try beginning(library)
        var folding = stepping
        #expect(Set(stepping.titles.keys) == Set(all))

        try await library.performChanges { try $0.set(.title("Forum"), ofAssets: [all[0], all[1]]) }
        try await library.performChanges { try $0.deleteAssets([all[1], all[2]]) }
        try await library.performChanges { try $0.set(.hidden(true), ofAssets: [all[3]]) }
        _ = try library.restoreDeletedAssets([all[2]])
        try goOn(library, &stepping)
        try fold(library, since: folding.token, &folding)
        var fromTheBeginning = AppIndex(at: folder.url.appendingPathComponent("other"), token: folding.token)
        try fold(library, since: library.oldestChangeToken, &fromTheBeginning)

        let anew = try beginning(library)
        #expect([stepping, folding, fromTheBeginning].allSatisfy { $0.titles == anew.titles })
        #expect(stepping.titles[all[0]] == "Forum" && stepping.titles[all[1]] == nil)
    }

    @Test("An index whose token is another library's is made anew")
    func anExpiredToken() async throws {
        let library = try await samples.library(of: samples.card)
        let other = try await samples.library(named: "other.library", of: samples.cloud)
        var index = try beginning(other)
        try goOn(library, &index)
        #expect(try index.titles == beginning(library).titles)
    }

    @Test(.timeLimit(.minutes(2)))
    func following() async throws {
        let library = try await samples.library(of: samples.card)
        let identifiers = Array(try library.allLocalIdentifiers().prefix(1))
        let index = try beginning(library)
        let follower = Task {
            for try await changes in try library.changes(since: index.token) {
                let details = try changes.netDetails(for: .asset)
                print(details.insertedLocalIdentifiers.count, "new photos")
            }
        }
        try await library.performChanges { try $0.deleteAssets(identifiers) }
        follower.cancel()
        try await follower.value
    }
}
