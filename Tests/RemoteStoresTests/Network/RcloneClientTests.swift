#if Network
    import Foundation
    import Originals
    import PhotoModel
    import SystemPackage
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// Remotes of rclone.
    @Suite(.enabled(if: StoreServer.isInstalled(.rclone), "rclone is not installed: .ci/prepare --tests installs it"))
    struct RcloneClientTests {
        @Test func servesARemoteUntilItIsReleased() throws {
            let folder = try TemporaryFolder()
            var server: RcloneServer? = try RcloneServer(folder.url.path, Cancellation())
            let endpoint = try #require(server).endpoint
            #expect(endpoint.isThisHost)
            // Others on this computer do not have the password.
            let key = try #require(StoreKey("a"))
            let stranger = WebDAVClient(endpoint, HTTPTransport.Settings())
            #expect(code { _ = try stranger.object(of: key, Cancellation()) } == .accessUserDenied)
            #expect(try !Shell.run("/bin/ps", ["axo", "args"]).output.contains(try #require(server).user.password))

            server = nil
            var failure: PhotoLibraryError.Code?
            for _ in 0..<500 where failure != .networkError {
                usleep(10_000)
                failure = code { _ = try stranger.object(of: key, Cancellation()) }
            }
            #expect(failure == .networkError)
        }

        @Test func doesAllThatAStoreNeeds() throws {
            let folder = try TemporaryFolder()
            let client = try RcloneClient(folder.url.path, Cancellation())
            #expect(try client.probe(Cancellation()) == Set(StoreCapability.allCases))
            let (key, bytes) = (try freshKey(), someBytes(3_000_000))
            #expect(try client.write(key, bytes))
            #expect(try client.bytes(key, 5..<2_000_000) == Array(bytes[5..<2_000_000]))
            #expect(try Data(contentsOf: folder.url.appendingPathComponent(key.text)) == Data(bytes))
            let part = "\(key.text).\(String(repeating: "0a", count: 16)).part"
            try folder.write([1], to: part)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: folder.path(part))
            try client.removeAbandonedParts(Cancellation())
            #expect(!FileManager.default.fileExists(atPath: folder.path(part)))
        }

        @Test func anUnknownRemoteIsNamed() throws {
            do {
                _ = try RcloneClient("no-such-remote:photos", Cancellation())
                Issue.record("An unknown remote is served.")
            } catch let error as PhotoLibraryError {
                #expect(error.code == .invalidResource)
                #expect(error.message.contains("no-such-remote"))
            }
        }
    }
#endif
