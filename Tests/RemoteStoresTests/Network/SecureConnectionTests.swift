#if Network
    import Foundation
    import Originals
    import PhotoModel
    import SystemPackage
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// TLS with nginx.
    @Suite(
        .enabled(if: SecureServer.isInstalled, "nginx or openssl is not installed: .ci/prepare --tests installs them"))
    struct SecureConnectionTests {
        private func client(of server: SecureServer, trusting: Bool) throws -> WebDAVClient {
            var settings = HTTPTransport.Settings()
            settings.user = StoreServer.user
            if trusting { settings.authorities = server.authority }
            return WebDAVClient(try HTTPEndpoint("https://127.0.0.1:\(server.port)"), settings)
        }

        @Test func aValidCertificateIsAccepted() throws {
            let (server, bytes) = (try SecureServer(.valid), someBytes(3_000_000))
            try server.folder.write(bytes, to: "photo")
            let client = try client(of: server, trusting: true)
            let key = try #require(StoreKey("photo"))
            let version = try #require(try client.object(of: key, Cancellation())).version
            #expect(try client.bytes(key, 0..<3_000_000, version: version) == bytes)
            #expect(
                try client.bytes(key, 2_000_000..<2_500_000, version: version) == Array(bytes[2_000_000..<2_500_000]))
        }

        @Test(arguments: SecureServer.Certificate.allCases)
        func aWrongCertificateIsRefused(_ certificate: SecureServer.Certificate) throws {
            let server = try SecureServer(certificate)
            try server.folder.write([1], to: "photo")
            let key = try #require(StoreKey("photo"))
            // The system does not know the authority of the valid certificate.
            let client = try client(of: server, trusting: certificate != .valid)
            do {
                _ = try client.bytes(key, 0..<1)
                Issue.record("\(certificate) is accepted.")
            } catch let error as PhotoLibraryError {
                #expect(error.code == .networkError)
                #expect((error.cause as? HTTPFailure)?.isTransient == false)
                #expect(error.message.contains("identity"))
            }
        }

        @Test func aMissingFileOfAuthoritiesIsNamed() throws {
            var settings = HTTPTransport.Settings()
            settings.authorities = "/nonexistent/authority.pem"
            let client = WebDAVClient(try HTTPEndpoint("https://127.0.0.1:1"), settings)
            #expect(code { _ = try client.bytes(try #require(StoreKey("a")), 0..<1) } == .networkError)
        }
    }
#endif
