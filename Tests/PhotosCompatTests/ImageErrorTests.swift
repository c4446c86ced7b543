import Glibc
import OpenPhotoKitOwner
import Originals
import TestSupport
import Testing

@testable import PhotosCompat

@Suite("Requests for pictures of files that cannot be read")
struct ImageErrorTests {
    private let gallery: Gallery
    private let manager = PHImageManager.default()
    private let asset: PHAsset
    private let file: URL
    private static let target = CGSize(width: 300, height: 300)

    init() throws {
        gallery = try Gallery()
        asset = try #require(gallery.assets(gallery.add([Gallery.png(1, width: 900, height: 600)])).first)
        let original = try #require(PHAssetResource.assetResources(for: asset).first?.resource)
        file = try #require(gallery.owned.localURL(of: original))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// Expects this error of every kind of request, after the gray picture of an opportunistic one.
    private func expect(_ code: PHPhotosError.Code, isInCloud: Bool = false) async {
        let opportunistic = await manager.answers(for: asset, Self.target)
        #expect(opportunistic.map { $0.image != nil } == [true, false] && opportunistic.first?.isDegraded == true)
        let answers = [
            opportunistic.last,
            await manager.answers(for: asset, Self.target) { $0.deliveryMode = .highQualityFormat }.first,
            await manager.answers(for: asset, Self.target) { $0.deliveryMode = .fastFormat }.first,
            await manager.answers(for: asset, PHImageManagerMaximumSize) { $0.deliveryMode = .highQualityFormat }.first,
            manager.answerNow(for: asset, Self.target).first,
        ]
        for answer in answers {
            #expect(answer?.image == nil && answer?.error?.code == code && answer?.isCancelled == false)
            #expect((answer?.info[PHImageResultIsInCloudKey] as? Bool == true) == isInCloud)
            // An app is not told to use a command.
            #expect(answer?.error?.localizedDescription.contains("photos ") == false)
        }
    }

    @Test func aFileThatIsGone() async throws {
        try FileManager.default.removeItem(at: file)
        await expect(.missingResource)
    }

    @Test(arguments: [true, false]) func aFileWithOtherBytes(keepsSize: Bool) async throws {
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try (keepsSize ? bytes : bytes.dropLast(1)).write(to: file)
        await expect(.invalidResource)
    }

    @Test func aFolderInThePlaceOfAFile() async throws {
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        await expect(.invalidResource)
    }

    /// The first picture is of the imported bytes; the second one is rendered after another program changed the file.
    @Test(arguments: [true, false]) func aFileThatChangesBetweenTwoRequests(isReplaced: Bool) async throws {
        let first = await manager.answers(for: asset, Self.target) { $0.resizeMode = .exact }
        #expect(first.last?.size == CGSize(width: 300, height: 200))
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        if isReplaced {
            try bytes.write(to: file, options: .atomic)
        } else {
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: bytes)
            try handle.close()
        }
        let second = await manager.answers(for: asset, CGSize(width: 330, height: 330)) { $0.resizeMode = .exact }
        #expect(second.last?.image == nil && second.last?.error?.code == .invalidResource)
    }

    /// A picture that cannot be decoded, whose bytes are those that were imported.
    @Test func aPictureThatCannotBeDecoded() async throws {
        let whole = Gallery.png(2, width: 300, height: 200)
        let cut = try #require(gallery.assets(gallery.add([whole.prefix(60)])).first)
        let answers = await manager.answers(for: cut, Self.target) + manager.answerNow(for: cut, Self.target)
        #expect(answers.count == 2)
        for answer in answers {
            #expect(answer.image == nil && answer.error?.code == .invalidResource)
        }
    }

    @Test(
        .enabled(
            if: PermissionTests.isPossible, "root without CAP_SETUID cannot become a user to whom files are closed"))
    func aFileThatMayNotBeRead() async throws {
        let path = gallery.url.path
        if geteuid() == 0 {
            for name in [path] + (FileManager.default.subpaths(atPath: path) ?? []).map({ path + "/" + $0 }) {
                try #require(chown(name, PermissionTests.otherUser, PermissionTests.otherUser) == 0)
            }
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            if geteuid() == 0 {
                let user = PermissionTests.otherUser
                try #require(setgroups(0, nil) == 0 && setgid(user) == 0 && setuid(user) == 0)
            }
            let library = try PHPhotoLibrary(at: URL(fileURLWithPath: path))
            let asset = try #require(library.performAsShared { PHAsset.fetchAssets(with: nil).firstObject })
            let original = try #require(PHAssetResource.assetResources(for: asset).first?.resource)
            let file = try #require(try library.ownedLibrary?.localURL(of: original))
            try #require(chmod(file.path, 0) == 0)
            let size = CGSize(width: 300, height: 300)
            let denied = await PHImageManager.default().answers(for: asset, size) {
                $0.deliveryMode = .highQualityFormat
            }
            #expect(denied.map(\.error?.code) == [.accessUserDenied])
            #expect(PHImageManager.default().answerNow(for: asset, size).map(\.error?.code) == [.accessUserDenied])
            try #require(chmod(file.path, 0o600) == 0)
            #expect(PHImageManager.default().answerNow(for: asset, size).first?.image != nil)
        }
    }

    @Test func aFileThatIsNotOnThisMachine() async throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        let elsewhere = try gallery.elsewhere(asset)
        func answers(_ isAllowed: Bool) async -> [ImageAnswer] {
            let asynchronous = await manager.answers(for: elsewhere, Self.target) {
                ($0.deliveryMode, $0.isNetworkAccessAllowed) = (.highQualityFormat, isAllowed)
            }
            return asynchronous
                + manager.answerNow(for: elsewhere, Self.target) { $0.isNetworkAccessAllowed = isAllowed }
        }
        let originals = try #require(try gallery.library.photoLibrary.originals as? LibraryOriginals)
        let refused = await answers(false)
        #expect(refused.count == 2)
        for answer in refused {
            #expect(answer.image == nil && answer.error?.code == .networkAccessRequired)
            #expect(answer.info[PHImageResultIsInCloudKey] as? Bool == true)
        }
        #expect(await answers(true).map(\.error?.code) == [.networkError, .networkError], "No store is connected.")
        originals.connect(try StoreInMemory([bytes], nil), as: "cloud")
        #expect(await answers(false).map(\.error?.code) == [.networkAccessRequired, .networkAccessRequired])
        #expect(await answers(true).map(\.size) == [CGSize(width: 384, height: 256), CGSize(width: 384, height: 256)])
    }
}
