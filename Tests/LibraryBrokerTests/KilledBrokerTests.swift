import Foundation
import OpenPhotoKitOwner
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// The broker is killed while an app adds photos, and is started again.
///
/// After each kill the library has exactly the photos that the app was told were added, all of them belong to the app,
/// and no file is left behind.
@Suite(.timeLimit(.minutes(15))) struct KilledBrokerTests {
    @Test func everyOutcomeIsTheContentOfTheLibrary() async throws {
        let broker = try await BrokerProcess(grant: .limited())
        let owner = try OwnedLibrary(at: broker.library)
        let others = Set(try owner.shown)
        let adding = AddingApp(try broker.connect())
        var random = Seeded(200)
        let kills = LongTests.count(8, all: 80)
        for _ in 0..<kills {
            adding.start()
            usleep(UInt32.random(in: 0...150_000, using: &random))
            broker.kill()
            adding.finishSoon()
            try broker.start()
            let outcomes = adding.finish()
            try #require(outcomes.unknown == 0)
            try check(owner, others, outcomes.added)
        }
        let outcomes = adding.outcomes
        print(
            "\(kills) kills: \(outcomes.added.count) photos acknowledged, \(outcomes.failed) failed, "
                + "\(outcomes.unknown) unknown")
        #expect(outcomes.failed > kills / 10 && outcomes.added.count > kills / 10, "Other moments are tried.")
        // The next change removes what a killed one left.
        let last = try broker.connect().add(TestPhoto.jpeg(99))
        try check(owner, others, outcomes.added.union([last]))
        #expect(try broker.files(in: "incoming").isEmpty)
    }

    /// Compares the library with the outcomes that the app was told.
    private func check(_ owner: OwnedLibrary, _ others: Set<String>, _ added: Set<String>) throws {
        let shown = try owner.shown
        let found = Set(shown).subtracting(others)
        #expect(added.subtracting(found).isEmpty, "lost")
        #expect(found.subtracting(added).isEmpty, "said not to be added, and there")
        let assets = try owner.assets(withLocalIdentifiers: shown)
        let digests = assets.values.flatMap { $0.resources.compactMap(\.sha256) }
        #expect(assets.count == shown.count && Set(digests).count == digests.count, "doubled")
        #expect(try Set(owner.selectedAssets(for: BrokerProcess.app)) == found, "without membership")
        #expect(try owner.accessRecord().first?.addedAssetCount == found.count, "not the app's own")
        let faults = Faults()
        try owner.verifyAndWait { faults.note($0) }
        #expect(faults.all == [])
        try #require(added == found)
    }
}

/// What an app was told about the photos that it added.
private struct Outcomes {
    var added: Set<String> = []
    var failed = 0
    /// Neither success nor failure.
    var unknown = 0
}

/// An app that adds one photo after the other.
private final class AddingApp: Sendable {
    private let library: PhotoLibrary
    private let state = Mutex((outcomes: Outcomes(), photos: UInt64(100), isFinishing: false))
    private let isFinished = DispatchSemaphore(value: 0)

    init(_ library: PhotoLibrary) { self.library = library }

    var outcomes: Outcomes { state.withLock { $0.outcomes } }

    /// Begins to add photos on another thread.
    func start() {
        state.withLock { $0.isFinishing = false }
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isFinishing }) { addPhoto() }
            isFinished.signal()
        }
    }

    /// Makes the present photo the last one.
    func finishSoon() { state.withLock { $0.isFinishing = true } }

    /// Waits for the outcome of the last photo.
    func finish() -> Outcomes {
        isFinished.wait()
        return outcomes
    }

    private func addPhoto() {
        let photo = state.withLock { state in
            state.photos += 1
            return state.photos
        }
        do {
            let added = try library.add(TestPhoto.jpeg(photo), named: "\(photo).jpg")
            state.withLock { _ = $0.outcomes.added.insert(added) }
        } catch {
            let isUnknown = "\(error)".contains("may have been made")
            state.withLock { state in
                if isUnknown { state.outcomes.unknown += 1 } else { state.outcomes.failed += 1 }
            }
        }
    }
}

/// The files that a verification found faulty.
private final class Faults: Sendable {
    private let faults = Mutex<[String]>([])

    var all: [String] { faults.withLock { $0 } }

    func note(_ file: VerifiedFile) {
        guard file.status != .ok else { return }
        faults.withLock { $0.append("\(file.status) \(file.path)") }
    }
}

extension BrokerProcess {
    /// The names in a folder of the library.
    fileprivate func files(in subfolder: FilePath.Component) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: library.appending(subfolder).string)
    }
}
