#if Network
    import ContentDigests
    import Foundation
    import Originals
    import PhotoModel
    import Synchronization
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// The kinds of services that tests use.
    enum TestedStore: String, CaseIterable, CustomTestStringConvertible {
        case apache, wsgiDAV, rclone, moto, checkingMoto

        var testDescription: String { rawValue }

        /// Those whose servers are installed, and do all that a store needs.
        static let installed = allCases.filter { $0 != .checkingMoto && StoreServer.isInstalled($0.server) }
        /// Those that refuse wrong credentials.
        static let checking = allCases.filter { $0 != .moto && StoreServer.isInstalled($0.server) }

        var isS3: Bool { [.moto, .checkingMoto].contains(self) }

        var server: StoreServer.Kind {
            switch self {
            case .apache: .apache
            case .wsgiDAV: .wsgiDAV
            case .rclone: .rclone
            case .moto: .moto
            case .checkingMoto: .checkingMoto
            }
        }

        private static let running = Mutex<[TestedStore: StoreServer]>([:])

        /// The server, which all tests use: each has keys of its own.
        func start() throws -> StoreServer {
            try Self.running.withLock { servers in
                if let server = servers[self] { return server }
                let server = try StoreServer(server)
                servers[self] = server
                return server
            }
        }

        /// A client of the server.
        ///
        /// - Parameters:
        ///   - server: The server; `nil` for the one that all tests use.
        ///   - port: That of a proxy; `nil` for the server's own.
        func client(
            of server: StoreServer? = nil, through port: UInt16? = nil, scheme: String = "http",
            password: String = StoreServer.user.password, _ change: (inout HTTPTransport.Settings) -> Void = { _ in }
        ) throws -> any StoreClient {
            let server = try server ?? start()
            let endpoint = try HTTPEndpoint("\(scheme)://127.0.0.1:\(port ?? server.port)")
            var settings = HTTPTransport.Settings()
            if server.keys == nil { settings.user = (StoreServer.user.name, password) }
            change(&settings)
            guard let keys = server.keys else { return WebDAVClient(endpoint, settings) }
            let isRight = password == StoreServer.user.password
            return S3Client(
                try S3Location(
                    bucket: StoreServer.bucket, prefix: self == .moto ? "Über all/my photos" : "", endpoint: endpoint),
                S3Credentials(accessKey: keys.access, secretKey: isRight ? keys.secret : password), settings)
        }
    }

    extension StoreClient {
        /// The bytes of a range.
        func bytes(
            _ key: StoreKey, _ range: Range<Int64>, version: ByteVersion? = nil, bufferSize: Int = 50_000
        ) throws -> [UInt8] {
            try open(key, range, version: version).allBytes(bufferSize: bufferSize)
        }

        func write(_ key: StoreKey, _ bytes: [UInt8], existing: ExistingObject = .kept) throws -> Bool {
            try write(key, Upload(bytes), existing: existing, Cancellation())
        }

        func keys(_ prefix: StoreKey) throws -> [String: Int64] {
            var found: [String: Int64] = [:]
            try list(prefix, Cancellation()) { found[$0.key.text] = $0.size }
            return found
        }
    }

    extension ByteSource {
        func allBytes(bufferSize: Int = 50_000) throws -> [UInt8] {
            var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: bufferSize))
            while case let count = try buffer.withUnsafeMutableBytes({ try read(into: $0) }), count > 0 {
                bytes += buffer[..<count]
            }
            return bytes
        }
    }

    extension FaultProxy {
        /// A service that gives the same answer to each request.
        ///
        /// - Parameter headers: Further headers, each with a line end.
        convenience init(answering document: String, _ headers: String = "") throws {
            try self.init(to: 1)
            fault = .answer(
                "HTTP/1.1 207 Multi\r\n\(headers)Content-Length: \(document.utf8.count)\r\n\r\n\(document)")
        }
    }

    /// A key that no other test has.
    func freshKey(_ name: String = "object") throws -> StoreKey {
        try #require(StoreKey("tests-\(UInt64.random(in: .min ... .max))/ab/\(name)"))
    }

    /// Bytes without repetition.
    func someBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let words = (0..<(count + 7) / 8).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    /// The code of the error that a function throws; `nil` if it throws none.
    func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
        do { try body() } catch { return (error as? PhotoLibraryError)?.code ?? .internalError }
        return nil
    }
#endif
