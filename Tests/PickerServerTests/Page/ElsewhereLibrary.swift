import Foundation
import OpenPhotoKitOwner
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PickerServer

/// A library of a video and three photos, oldest first; the video and the second photo are elsewhere.
final class ElsewhereLibrary: Sendable {
    let library: OwnedLibrary
    /// The store that has both files.
    let store: StoreInMemory
    let folder: TemporaryFolder
    let video = SmallVideo(.h264).bytes
    let photo = ElsewhereLibrary.dated(2, TestPhoto.jpeg(2, width: 2000, height: 1500))

    /// The numbers on the page of the files that are elsewhere.
    static let videoNumber: UInt32 = 0
    static let photoNumber: UInt32 = 2

    /// - Parameter storeName: Also adds a store of this name in the folder ``storeFolder``, which has all files.
    init(storeName: String? = nil, _ fault: StoreInMemory.Fault? = nil) async throws {
        let folder = try TemporaryFolder()
        let library = try OwnedLibrary(at: FilePath(folder.path("library")), opening: .creatingIfAbsent)
        let files = [
            try folder.write(video, to: "clip.mp4"),
            try folder.write(Self.dated(1, TestPhoto.jpeg(1, width: 400, height: 300)), to: "1.jpg"),
            try folder.write(photo, to: "2.jpg"),
            try folder.write(Self.dated(3, TestPhoto.jpeg(3, width: 300, height: 400)), to: "3.jpg"),
        ]
        let assets = try library.performChangesAndWait { changes in
            try files.map { try changes.createAsset(AssetCreationRequest(original: .file($0))).localIdentifier }
        }
        store = try StoreInMemory([video, photo], fault)
        (self.folder, self.library) = (folder, library)
        if let storeName {
            let path = FilePath(folder.path("store"))
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
            try await library.addStore(NewStore(name: storeName, address: .folder(path)))
            let summary = try await library.mirror { _ in }
            #expect(summary.copied == 4)
        } else {
            (library.originals as? LibraryOriginals)?.connect(store, as: "cloud")
        }
        for asset in [assets[0], assets[2]] {
            let original = try #require(try library.assets(withLocalIdentifiers: [asset])[asset]?.original)
            let preview = library.path.pushing(original.sha256.previewPath)
            try FileManager.default.createDirectory(
                atPath: preview.removingLastComponent().string, withIntermediateDirectories: true)
            try Data(TestPhoto.jpeg(2, width: 1024, height: 768)).write(to: URL(fileURLWithPath: preview.string))
            try library.path.moveElsewhere([original.sha256])
        }
    }

    private static func dated(_ day: Int, _ jpeg: [UInt8]) -> [UInt8] {
        TestPhoto.dated(jpeg, "2024:03:0\(day) 10:00:00")
    }

    /// - Parameter library: The library, opened another time.
    func session(of library: OwnedLibrary? = nil) throws -> PickerSession {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        return try PickerSession(.browse, configuration, of: library ?? self.library)
    }
}
