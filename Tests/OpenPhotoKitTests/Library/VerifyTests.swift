import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKit

@Suite struct VerifyTests {
    private let scene: Scene
    private let library: PhotoLibrary

    init() async throws {
        scene = try Scene()
        for number in 1...6 { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        try scene.add("7.jpg", TestPhoto.commented(TestPhoto.jpeg(1), "other bytes"))
        library = try scene.open()
        try await scene.importAll(library)
    }

    private func verify() throws -> [VerifiedFile] {
        let files = Gathered<VerifiedFile>()
        try library.verify { files.append($0) }
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
        try library.verify { files.append($0) }
        #expect(files.all.map(\.status) == [.changed])
        #expect(files.all.map(\.path) == [path])
    }

    @Test func cancelledBeforeItBeginsItThrowsAndReportsNoFault() throws {
        let loading = LoadProgress()
        loading.cancel()
        let files = Gathered<VerifiedFile>()
        #expect(code { try library.verify(loading: loading) { files.append($0) } } == .cancelled)
        #expect(files.all.allSatisfy { $0.status == .ok })
    }

    /// What the message about a lost or changed original tells a person to do has to work.
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
        // What another hand had put there may be all there is of it.
        let aside = scene.libraryPath.appending("damaged").appending("4.jpg")
        if !isMissing { #expect(try aside.contents() == [1, 2, 3]) }
    }
}
