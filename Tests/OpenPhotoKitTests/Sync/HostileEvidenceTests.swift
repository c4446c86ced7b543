import DeviceRegistry
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoCatalog

/// What another device states of its photos is not believed.
@Suite struct HostileEvidenceTests {
    private func file(
        _ kind: AssetResource.Kind, _ name: [UInt8], bytes: Int = 10, _ content: [UInt8] = [1], format: String = "jpeg"
    ) throws -> AssetEvidence.File {
        AssetEvidence.File(kind: kind.rawValue, sha256: try content.sha256, bytes: bytes, format: format, name: name)
    }

    private func photo(_ files: [AssetEvidence.File]) -> PhotoOfOtherDevices? {
        PhotoOfOtherDevices(stableID: Array(repeating: 1, count: 16), AssetEvidence(files: files))
    }

    @Test func namesThatArePathsAreLeftOut() throws {
        let other = try ([1] as [UInt8]).sha256.hex + ".jpg"
        for name in ["../1.jpg", "/etc/1.jpg", "a/1.jpg", "1.jpg/", ".", "..", "", "a\0b.jpg", "store.json", "/"] {
            let photo = try #require(photo([try file(.original, Array(name.utf8))]))
            #expect(photo.files.map(\.name.string) == [other], "\(name)")
        }
        let bytes: [UInt8] = [0x49, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67]
        let unusual = photo([try file(.original, bytes)])
        #expect(unusual?.files.first?.name == FilePath(bytes: bytes)?.lastComponent)
    }

    @Test func filesWithoutNamesAreNamedLikeTheirPhoto() throws {
        let photo = try #require(
            try photo([
                file(.original, Array("IMG_1.JPG".utf8)), file(.alternatePhoto, [], [2], format: "raw"),
                file(.sidecar, Array("..".utf8), [3], format: "unknown"), file(.fullSizePhoto, Array("E.jpg".utf8)),
                AssetEvidence.File(kind: 77, sha256: ([4] as [UInt8]).sha256, bytes: 1, format: "jpeg", name: []),
            ]))
        let names = photo.files.map(\.name.string)
        #expect(names.count == 3 && names[0] == "IMG_1.JPG" && names[1].hasPrefix("IMG_1.") && names[2] == "IMG_1.xmp")
    }

    @Test func noNameIsTooLongForAFile() throws {
        let longest = Array(repeating: UInt8(ascii: "a"), count: 255)
        let photo = try photo([file(.original, longest), file(.sidecar, [], [3], format: "unknown")])
        #expect(photo?.files.map { $0.name.string.utf8.count <= 255 } == [true, true])
        #expect(photo?.files.last?.name.extension == "xmp")
    }

    /// Another device writes the evidence of a photo again, while this one has imported a part of it or left it out.
    @Test func laterEvidenceKeepsWhatAnImportRecorded() async throws {
        let scene = try await TakingScene()
        let catalog = try scene.sync.desktop.open().catalog
        let photos = try catalog.photosOfOtherDevices(from: nil, limit: 10).photos
        try #require(photos.count == 3)
        let (begun, leftOut) = (photos[0], photos[1])
        try catalog.record(.registers(.importing([begun.stableID, leftOut.stableID])))
        var imported = ImportedPhotos()
        imported.leftOut = [leftOut.stableID]
        try catalog.record(.registers(.imported(imported)))
        let writer = try SigningKey.generate().writer
        let registers = try zip([begun, leftOut], [1, 2] as [UInt64]).map { photo, sequence in
            let original = try #require(photo.files.first)
            let value = AssetEvidence(files: [
                AssetEvidence.File(
                    kind: AssetResource.Kind.original.rawValue, sha256: original.sha256, bytes: Int(original.bytes),
                    format: "jpeg", name: Array("again.jpg".utf8))
            ]).value
            let stamp = Stamp(time: HybridTime(Date() + 60), writer: writer, sequence: sequence)
            return Register(Subject(.asset, photo.stableID), .evidence, value, stamp)
        }
        let received = ReceivedRegisters(registers, of: writer, seen: [:], completing: 1...2)
        _ = try catalog.perform([.receive(received)], by: .device("Phone"))
        #expect(try catalog.photosOfInterruptedImports().map(\.stableID) == [begun.stableID])
        #expect(try catalog.photosOfOtherDevices(from: nil, limit: 10).photos.map(\.stableID) == [photos[2].stableID])
    }

    @Test func whatHasNoOriginalIsNoPhoto() throws {
        #expect(try photo([file(.sidecar, [])]) == nil && photo([]) == nil)
        let great = try photo([file(.original, [], bytes: .max), file(.alternate, [], bytes: .max)])
        #expect(great?.bytes == .max)
    }

    @Test func aDeviceThatLiesChangesNothingElse() async throws {
        let scene = try await TakingScene()
        let desktop = try scene.sync.desktop.open()
        let writer = try SigningKey.generate().writer
        let evidence: [[UInt8]] = [
            AssetEvidence(files: [try file(.original, [], bytes: .max, [7, 7])]).value,
            // The bytes of another photo, under a name that is a path.
            AssetEvidence(files: [
                AssetEvidence.File(
                    kind: 0, sha256: try TestPhoto.jpeg(5).sha256, bytes: TestPhoto.jpeg(5).count, format: "video",
                    name: Array("../../../evil.jpg".utf8))
            ]).value,
            [], [0], Array(repeating: 0xFF, count: 100),
            [0] + Array(repeating: 9, count: 32) + [0xFF],
        ]
        let registers = evidence.enumerated().map { index, value in
            Register(
                Subject(.asset, Array(repeating: UInt8(index + 1), count: index == 2 ? 3 : 16)), .evidence, value,
                Stamp(
                    time: HybridTime(Date(timeIntervalSince1970: 1_700_000_000)), writer: writer,
                    sequence: UInt64(index + 1)))
        }
        let received = ReceivedRegisters(registers, of: writer, seen: [:], completing: 1...6)
        _ = try desktop.catalog.perform([.receive(received)], by: .device("Liar"))
        // Of the two photos with the same bytes, the one with the id of these bytes comes.
        #expect(try await scene.take().summary.counts == [.imported: 3, .notInStores: 1])
        #expect(try desktop.assetCount() == 6)
        let files = tree(scene.sync.desktop.libraryPath.removingLastComponent()).keys
        #expect(files.allSatisfy { !$0.contains("evil") })
        #expect(try await desktop.verify { _ in }.faults == 0)
        try await desktop.syncNow()
    }
}
