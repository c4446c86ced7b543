import Glibc
import OpenPhotoKitOwner
import TestSupport
import Testing

@testable import PhotosCompat

@Suite("Files that this user may not open are denied, and so is the status")
struct PermissionTests {
    /// Whether the test can run as a user other than root, because root may open all files.
    static let isPossible: Bool = {
        guard geteuid() == 0 else { return true }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let capabilities = line.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
        // CAP_SETGID and CAP_SETUID: bits 6 and 7 of capabilities(7).
        return capabilities & 0xC0 == 0xC0
    }()

    @Test(.enabled(if: isPossible, "root without CAP_SETUID cannot become a user to whom files are closed"))
    func lockedFilesAreDenied() async throws {
        let gallery = try Gallery()
        try gallery.addPhotos(0..<2)
        let path = gallery.url.path
        if geteuid() == 0 {
            for name in [path] + (FileManager.default.subpaths(atPath: path) ?? []).map({ path + "/" + $0 }) {
                try #require(chown(name, PermissionTests.otherUser, PermissionTests.otherUser) == 0)
            }
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            try await PermissionTests.readLockedFiles(ofLibraryAt: path)
        }
    }

    /// The user id of the unprivileged user `nobody` on most systems.
    static let otherUser: uid_t = 65534

    /// Runs in a separate process as the owner of the library's files, who may remove the own permissions.
    private static func readLockedFiles(ofLibraryAt path: String) async throws {
        if geteuid() == 0 {
            try #require(setgroups(0, nil) == 0 && setgid(otherUser) == 0 && setuid(otherUser) == 0)
        }
        let library = try PHPhotoLibrary(at: URL(fileURLWithPath: path))
        let assets = library.performAsShared { Array(PHAsset.fetchAssets(with: nil)) }
        let resources = assets.compactMap { PHAssetResource.assetResources(for: $0).first }
        try #require(resources.count == 2)
        let owned = try #require(try library.ownedLibrary)
        let places = try owned.fetchAssets().compactMap { $0.original.flatMap(owned.localURL)?.path }
        func status(_ level: PHAccessLevel = .readWrite) -> PHAuthorizationStatus {
            library.performAsShared { PHPhotoLibrary.authorizationStatus(for: level) }
        }
        #expect(status() == .authorized && status(.addOnly) == .authorized)

        // Files without permission: the status is `denied` after an open was refused, until the file can be opened
        // again.
        for place in places { try #require(chmod(place, 0) == 0) }
        #expect(await failure(of: resources[0]) == .accessUserDenied)
        let copy = URL(fileURLWithPath: path).appendingPathComponent("copy.png")
        let error = await #expect(throws: PHPhotosError.self) {
            try await PHAssetResourceManager.default().writeData(for: resources[0], toFile: copy, options: nil)
        }
        #expect(error?.code == .accessUserDenied)
        #expect(status() == .denied)
        for place in places { try #require(chmod(place, 0o644) == 0) }
        #expect(status() == .authorized)
        #expect(await failure(of: resources[0]) == nil)

        // Folders without permission, in an open library and before the library is opened.
        for folder in [path + "/originals", path] {
            try #require(chmod(folder, 0) == 0)
            #expect(status() == .denied && status(.addOnly) == .denied)
            #expect(await failure(of: resources[1]) == .accessUserDenied)
            let error = #expect(throws: PHPhotosError.self) { _ = try PHPhotoLibrary(at: URL(fileURLWithPath: path)) }
            #expect(error?.code == .accessUserDenied)
            try #require(chmod(folder, 0o755) == 0)
            #expect(await failure(of: resources[1]) == nil)
        }
        // The library may be read, but no assets can be added.
        try #require(chmod(path + "/originals", 0o555) == 0)
        #expect(status() == .authorized && status(.addOnly) == .denied)
        try #require(chmod(path + "/originals", 0o755) == 0)

        // A destination without permission.
        try #require(mkdir(path + "/closed", 0o555) == 0)
        let closed = URL(fileURLWithPath: path).appendingPathComponent("closed/copy.png")
        let refused = await #expect(throws: PHPhotosError.self) {
            try await PHAssetResourceManager.default().writeData(for: resources[0], toFile: closed, options: nil)
        }
        #expect(refused?.code == .invalidResource)
        #expect(refused?.userInfo[NSFilePathErrorKey] as? String == closed.path)
    }
}
