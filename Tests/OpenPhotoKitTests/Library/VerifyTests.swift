import AssetLoading
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite struct VerifyTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() async throws {
        scene = try Scene()
        for number in 1...6 { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        try scene.add("7.jpg", TestPhoto.commented(TestPhoto.jpeg(1), "other bytes"))
        library = try scene.open()
        try await scene.importAll(library)
    }

    private func verify() throws -> [VerifiedFile] {
        let files = Gathered<VerifiedFile>()
        try library.verifyAndWait { files.append($0) }
        return files.all
    }

    private var undated: FilePath { scene.libraryPath.appending("originals").appending("undated") }

    @Test func aSoundLibraryIsSoundAndNothingIsWritten() throws {
        let before = tree(scene.libraryPath.appending("originals"))
        let files = try verify()
        #expect(files.count == 7)
        #expect(files.allSatisfy { $0.status == .ok && $0.error == nil && $0.localIdentifier != nil })
        #expect(tree(scene.libraryPath.appending("originals")) == before)
    }

    @Test func plantedFaultsAreFoundExactly() throws {
        let flipped = undated.appending("1.jpg")
        var bytes = try flipped.contents()
        bytes[bytes.count / 2] ^= 0x10
        try flipped.write(bytes)
        let cut = undated.appending("2.jpg")
        try cut.write(try cut.contents().dropLast())
        let grown = undated.appending("3.jpg")
        try grown.write(try grown.contents() + [0])
        let gone = undated.appending("4.jpg")
        try FileManager.default.removeItem(atPath: gone.string)
        let blocked = undated.appending("5.jpg")
        try FileManager.default.removeItem(atPath: blocked.string)
        try FileManager.default.createDirectory(atPath: blocked.string, withIntermediateDirectories: false)
        let alternate = scene.libraryPath.appending("alternates").appending("undated")
        let alternateFile = alternate.pushing(try #require(alternate.names.first))
        try alternateFile.write([1])
        let orphans = [
            undated.appending("stranger.jpg"), undated.appending(".DS_Store"), alternate.appending("stranger"),
            scene.libraryPath.appending("originals").appending("loose.png"),
        ]
        for orphan in orphans { try orphan.write([1, 2, 3]) }

        let found = try verify()
        func paths(_ status: VerifiedFile.Status) -> Set<FilePath> {
            Set(found.filter { $0.status == status }.map(\.path))
        }
        #expect(paths(.changed) == [flipped, cut, grown, alternateFile])
        #expect(paths(.missing) == [gone])
        #expect(paths(.unreadable) == [blocked])
        #expect(paths(.orphan) == Set(orphans))
        #expect(paths(.ok) == [undated.appending("6.jpg")])
        #expect(found.count == 11)
        #expect(found.allSatisfy { ($0.error == nil) == ($0.status == .ok) })
        #expect(found.allSatisfy { ($0.localIdentifier == nil) == ($0.status == .orphan) })
        #expect(found.first { $0.status == .missing }?.error?.code == .missingResource)
    }

    @Test func anEmptyOrphanIsAnOrphan() throws {
        let empty = undated.appending("empty")
        try empty.write([])
        #expect(try verify().filter { $0.status != .ok }.map(\.path) == [empty])
    }

    @Test func aReferenceThatItsOwnerChangedIsChanged() async throws {
        let other = try Scene()
        let path = try other.add("mine.jpg", TestPhoto.jpeg(1))
        let library = try other.open()
        try await other.importAll(library, mode: .reference)
        try path.write(TestPhoto.jpeg(2))
        let files = Gathered<VerifiedFile>()
        try library.verifyAndWait { files.append($0) }
        #expect(files.all.map(\.status) == [.changed])
        #expect(files.all.map(\.path) == [path])
    }

    @Test func cancelledBeforeItBeginsItThrowsAndReportsNoFault() throws {
        let loading = LoadProgress()
        loading.cancel()
        let files = Gathered<VerifiedFile>()
        #expect(code { try library.verifyAndWait(loading: loading) { files.append($0) } } == .cancelled)
        #expect(files.all.allSatisfy { $0.status == .ok })
    }

    /// The remedy in the message about a missing or changed original must succeed.
    @Test(arguments: [true, false]) func importingAgainBringsALostOriginalBack(isMissing: Bool) async throws {
        let lost = undated.appending("4.jpg")
        if isMissing {
            try FileManager.default.removeItem(atPath: lost.string)
        } else {
            try lost.write([1, 2, 3])
        }
        try await scene.importAll(library)
        let faults = try verify().filter { $0.status != .ok }
        #expect(faults.isEmpty)
        // The file with other bytes is set aside and not removed, because it may be the only copy.
        let aside = scene.libraryPath.appending("damaged").appending("4.jpg")
        if !isMissing { #expect(try aside.contents() == [1, 2, 3]) }
    }

    // MARK: Parts, interruptions, quick looks

    private var checkpoint: FilePath { FilePath(scene.folder.path("state")).appending("deep").appending("verify.json") }

    private func verify(
        loading: LoadProgress = LoadProgress(), cancellingAfter limit: Int = .max,
        _ configure: (inout VerifyRequest) -> Void
    ) throws -> (files: [VerifiedFile], summary: VerifySummary?) {
        var request = VerifyRequest()
        request.ioJobs = 1
        request.checkpointPath = checkpoint
        configure(&request)
        let files = Gathered<VerifiedFile>()
        do {
            let summary = try library.verifyAndWait(request, loading: loading) { file in
                files.append(file)
                if files.all.count == limit { loading.cancel() }
            }
            return (files.all, summary)
        } catch let error as PhotoLibraryError where error.code == .cancelled { return (files.all, nil) }
    }

    @Test func theSubsetsAreTheWholeAndAnAssetStaysInItsOwn() async throws {
        func subsets() throws -> [[String]] {
            try (1...3).map { number in
                try verify { $0.subset = LibrarySubset(number, of: 3) ?? .whole }.files.compactMap(\.localIdentifier)
            }
        }
        let before = try subsets()
        #expect(before.joined().count == 7)
        #expect(Set(before.joined()) == Set(try library.allLocalIdentifiers()))
        for number in 8...12 { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        try await scene.importAll(library)
        for (earlier, later) in zip(before, try subsets()) { #expect(Set(later).isSuperset(of: earlier)) }
    }

    @Test func subsetsAreSpreadAndInvalidOnesAreRefused() throws {
        // 32 bits in hexadecimal, modulo 4.
        #expect(LibrarySubset(4, of: 4)?.contains("0000000F-0000-8000-8000-000000000000") == true)
        #expect(LibrarySubset(1, of: 4)?.contains("FFFFFFFC-0000-8000-8000-000000000000") == true)
        #expect(LibrarySubset(1, of: 4)?.contains("no identifier") == true)
        for (number, count) in [(0, 3), (4, 3), (1, 0), (-1, -1), (1, 1_000_001)] {
            #expect(LibrarySubset(number, of: count) == nil)
        }
    }

    @Test func orphansAreNamedByTheFirstSubsetOnly() throws {
        try undated.appending("stranger").write([1])
        let orphans = try (1...3).map { number in
            try verify { $0.subset = LibrarySubset(number, of: 3) ?? .whole }.files.count { $0.status == .orphan }
        }
        #expect(orphans == [1, 0, 0])
    }

    @Test func anInterruptedCheckContinuesWithItsCounts() throws {
        try undated.appending("1.jpg").write([1])
        let whole = try verify { _ in }.files
        let first = try verify(cancellingAfter: 3) { _ in }
        // Files that are being read are finished. On a busy machine these may be all files.
        #expect(first.summary == nil && first.files.count >= 3)
        let rest = try verify { $0.resumes = true }
        let summary = try #require(rest.summary)
        // Only files after an unfinished file are checked again.
        #expect(summary.filesBefore >= 3)
        #expect(rest.files.map(\.path) == whole.dropFirst(summary.filesBefore).map(\.path))
        #expect(summary.files == 7 && summary.counts == [.ok: 6, .changed: 1])
        #expect(access(checkpoint.string, F_OK) != 0, "The checkpoint is removed when all is done.")
    }

    @Test func aCheckpointOfAnotherCheckIsIgnored() throws {
        _ = try verify(cancellingAfter: 3) { _ in }
        let kept = try checkpoint.contents()
        for change: @Sendable (inout VerifyRequest) -> Void in [
            { $0.isQuick = true }, { $0.subset = LibrarySubset(1, of: 2) ?? .whole },
        ] {
            try checkpoint.write(kept)
            let other = try verify {
                change(&$0)
                $0.resumes = true
            }
            #expect(other.summary?.filesBefore == 0)
        }
        for garbage in [[], Array("{}".utf8), Array(kept.dropLast(9))] {
            try checkpoint.write(garbage)
            #expect(try verify { $0.resumes = true }.summary?.filesBefore == 0)
        }
    }

    @Test func aCheckpointAtAPurgedAssetIsIgnored() async throws {
        let files = try verify(cancellingAfter: 3) { _ in }.files
        let identifiers = files.compactMap(\.localIdentifier)
        _ = try library.deleteAssets(identifiers)
        _ = try await library.purgeDeletedAssets(identifiers)
        let rest = try verify { $0.resumes = true }
        #expect(rest.summary?.filesBefore == 0)
        #expect(rest.files.count == rest.summary?.files)
    }

    @Test func aQuickCheckComparesOnlySizes() throws {
        let flipped = undated.appending("1.jpg")
        var bytes = try flipped.contents()
        bytes[bytes.count / 2] ^= 1
        try flipped.write(bytes)
        let cut = undated.appending("2.jpg")
        try cut.write(try cut.contents().dropLast())
        try FileManager.default.removeItem(atPath: undated.appending("3.jpg").string)
        let summary = try verify { $0.isQuick = true }.summary
        #expect(summary?.counts == [.ok: 5, .changed: 1, .missing: 1])
    }

    @Test(.timeLimit(.minutes(1))) func aLinkOrPipeAtAnOriginalsPathIsUnreadableAndDoesNotBlock() throws {
        let link = undated.appending("1.jpg")
        let pipe = undated.appending("2.jpg")
        let away = scene.folder.path("away.jpg")
        try FileManager.default.moveItem(atPath: link.string, toPath: away)
        // Also a link to the moved file, because the library no longer contains the file.
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: away)
        try FileManager.default.removeItem(atPath: pipe.string)
        #expect(mkfifo(pipe.string, 0o600) == 0)
        let faults = try verify().filter { $0.status != .ok }
        #expect(faults.map(\.path) == [link, pipe])
        #expect(faults.allSatisfy { $0.status == .unreadable && $0.error?.code == .notARegularFile })
    }

    @Test func twoSwappedFilesAreBothChanged() throws {
        let (one, other) = (undated.appending("1.jpg"), undated.appending("2.jpg"))
        let (first, second) = (try one.contents(), try other.contents())
        try one.write(second)
        try other.write(first)
        #expect(try verify().filter { $0.status != .ok }.map(\.path) == [one, other])
    }

    @Test(arguments: [true, false]) func missingOriginalsEndTheCheck(isGone: Bool) throws {
        let originals = scene.libraryPath.appending("originals")
        try FileManager.default.removeItem(atPath: originals.string)
        if !isGone {
            try FileManager.default.createDirectory(atPath: originals.string, withIntermediateDirectories: false)
        }
        let files = Gathered<VerifiedFile>()
        #expect(code { try library.verifyAndWait { files.append($0) } } == .missingResource)
        #expect(files.all.isEmpty)
    }

    @Test func anEmptyLibraryIsSound() throws {
        let empty = try Scene()
        #expect(try empty.open().verifyAndWait { _ in }.files == 0)
    }

    @Test func theRateOfReadingIsLimited() throws {
        let bytes = try library.storedFiles().map(\.resource.bytes).reduce(0, +)
        let start = ContinuousClock.now
        _ = try verify { request in
            request.ioJobs = 4
            request.bytesPerSecond = bytes * 2
        }
        let seconds = (.now - start) / .seconds(1)
        // Half a second at this rate. The delay after the last piece of each reader is omitted.
        #expect(seconds > 0.35)
    }
}
