import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import RemoteStores

/// Loads files again and again through ``Downloads``, each time with other faults, and counts how the loads end.
struct FaultyLoads {
    /// What is wrong with one of the stores, or with this device.
    struct Fault {
        let name: String
        /// The errors that a load may end with; none if it must be whole.
        let codes: Set<PhotoLibraryError.Code>
        /// The folder of the downloads instead of the usual one: then the fault is of this device.
        var folder: TemporaryFolder?
        /// Called before a load and after it, with the number of the store.
        var begin: (Int, inout Seeded) throws -> Void = { _, _ in }
        var end: (Int) throws -> Void = { _ in }

        /// The errors of a load if the other store has no fault.
        var codesBesideASoundStore: Set<PhotoLibraryError.Code> {
            guard folder == nil else { return codes }
            // A reader that got wrong bytes before the digest was known must begin again.
            return codes.contains(.invalidResource) ? [.sourceChanged] : []
        }
    }

    /// The number of loads from each kind of store, or that of the variable `OPENPHOTOKIT_FAULTY_LOADS`.
    static let count =
        ProcessInfo.processInfo.environment["OPENPHOTOKIT_FAULTY_LOADS"].flatMap { Int($0) }
        ?? LongTests.count(20, all: 100)

    let fixture: DownloadFixture
    let files: [TestFile]
    private var random: Seeded
    private var counts: [String: [String: Int]] = [:]

    /// - Parameter fixture: Two stores.
    init(_ fixture: DownloadFixture, seed: UInt64) throws {
        self.fixture = fixture
        files = try [60_000, 200_000, 300_000].map { try fixture.file($0, seed: UInt64($0)) }
        random = Seeded(seed)
    }

    private static let timing: DownloadTiming = {
        var timing = DownloadTiming()
        timing.attempts = 3
        timing.firstPause = .milliseconds(1)
        timing.longestPause = .milliseconds(100)
        timing.durableSize = 64 << 10
        return timing
    }()

    /// Loads once: a fault of one of these kinds is in one store, and in every second load another one in the other.
    mutating func load(_ kinds: [Fault]) async throws {
        guard let file = files.randomElement(using: &random), let first = kinds.randomElement(using: &random) else {
            return
        }
        let order = [0, 1].shuffled(using: &random)
        let second = kinds.filter { $0.folder == nil }.randomElement(using: &random)
        let isAlone = Bool.random(using: &random) || first.folder != nil
        var codes = first.codesBesideASoundStore
        try first.begin(order[0], &random)
        if !isAlone, let second {
            try second.begin(order[1], &random)
            if !first.codes.isEmpty, !second.codes.isEmpty {
                codes.formUnion(first.codes.union(second.codes).union(second.codesBesideASoundStore))
            }
        }
        let name = isAlone ? first.name : "\(first.name), and a fault of the other store"
        let outcome = try await load(file, order, in: first.folder ?? fixture.folder, codes, name)
        counts[name, default: [:]][outcome, default: 0] += 1
        try first.end(order[0])
        if !isAlone { try second?.end(order[1]) }
    }

    private func load(
        _ file: TestFile, _ order: [Int], in folder: TemporaryFolder, _ codes: Set<PhotoLibraryError.Code>,
        _ fault: String
    ) async throws -> String {
        // As a process that begins: stores are asked again that were offline for the one before.
        let downloads = fixture.downloads(Self.timing, in: folder.filePath)
        downloads.connect(order.map { fixture.stores[$0] })
        let (part, origin) = ("\(file.sha256.hex).part", "\(file.sha256.hex).json")
        do {
            #expect(try await downloads.read(file), "\(fault): wrong bytes")
            #expect(try Set(folder.names).isDisjoint(with: [part, origin]), "\(fault)")
            return "whole"
        } catch let error as PhotoLibraryError {
            #expect(codes.contains(error.code), "\(fault): \(error)")
            // A reader that got wrong bytes does not wait for the end of the transfer.
            var left: [String] = []
            for _ in 0..<1000 {
                left = try folder.names.filter { $0.hasPrefix(file.sha256.hex) }
                if left.isEmpty || left == [origin, part] { break }
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(left.isEmpty || left == [origin, part], "\(fault): \(left)")
            return "\(error.code)"
        }
    }

    /// Prints how the loads with each fault ended.
    func printCounts(of kind: String) {
        for (fault, outcomes) in counts.sorted(by: { $0.key < $1.key }) {
            let texts = outcomes.sorted { $0.key > $1.key }.map { "\($0.value) \($0.key)" }
            print("\(kind): \(fault): \(texts.joined(separator: ", "))")
        }
    }
}
