#if Network
    import ContentDigests
    import Foundation
    import Originals
    import PhotoModel
    import RemoteStores
    import Synchronization
    import SystemPackage
    import SystemSupport

    struct Original: Sendable {
        let sha256: Digest
        let size: Int64
    }

    func listedOriginals(_ path: String) throws -> [Original] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let sha256 = [UInt8](hexadecimal: String(words[0])).flatMap({ Digest($0) }),
                let size = Int64(words[1])
            else { fatalError("A line of \(path) is no digest with a size.") }
            return Original(sha256: sha256, size: size)
        }
    }

    func storeClient(_ address: String) throws -> any StoreClient {
        let environment = ProcessInfo.processInfo.environment
        let (user, secret) = (environment["STORE_USER"] ?? "", environment["STORE_SECRET"] ?? "")
        var settings = HTTPTransport.Settings()
        settings.authorities = environment["STORE_AUTHORITIES"].map { FilePath($0) }
        if address.hasPrefix("webdav:") {
            settings.user = (user, secret)
            return WebDAVClient(try HTTPEndpoint(String(address.dropFirst(7))), settings)
        }
        guard address.hasPrefix("s3:"), let url = URL(string: String(address.dropFirst(3))) else {
            return FolderClient(FilePath(address))
        }
        let endpoint = try HTTPEndpoint(url.deletingLastPathComponent().absoluteString)
        let location = try S3Location(bucket: url.lastPathComponent, endpoint: endpoint)
        return S3Client(location, S3Credentials(accessKey: user, secretKey: secret), settings)
    }

    func downloads(from store: OriginalStore, in folder: FilePath) throws -> Downloads {
        let partial = folder.appending("partial")
        try FileManager.default.createDirectory(atPath: partial.string, withIntermediateDirectories: true)
        let downloads = Downloads(folder: partial) { _, _ in }
        downloads.connect([store])
        return downloads
    }

    /// Reads all bytes, compares them with the digest, and writes them to a file of a folder if one is given.
    ///
    /// The file is not synced, like those of the programs that the benchmark compares with.
    func read(_ source: any ByteSource, _ original: Original, to folder: FilePath?) throws {
        let file = try folder.map {
            try FileDescriptor.open(
                $0.appending(original.sha256.hex), .writeOnly, options: [.create, .truncate],
                permissions: .ownerReadWrite)
        }
        defer { try? file?.close() }
        let hasher = try ContentHasher(.sha256)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)
        defer { buffer.deallocate() }
        while case let count = try source.read(into: buffer), count > 0 {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
            hasher.update(bytes)
            _ = try file?.writeAll(bytes)
        }
        guard try hasher.finish() == original.sha256 else { fatalError("\(original.sha256.hex) has other bytes.") }
    }

    /// Does the work for the first original, and then for the others, several at a time.
    ///
    /// Prints the largest memory after the first one and after all.
    func each(
        _ originals: [Original], jobs: Int, _ work: @escaping @Sendable (Original) throws -> Void
    ) async throws {
        try await blocking { try work(originals[0]) }
        let afterFirst = try largestMemory()
        let next = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<jobs {
                group.addTask {
                    try await blocking {
                        while case let index = next.increase(), index < originals.count { try work(originals[index]) }
                    }
                }
            }
            try await group.waitForAll()
        }
        print("{\"afterFirst\": \(afterFirst), \"afterAll\": \(try largestMemory())}")
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        func increase() -> Int {
            value.withLock {
                $0 += 1
                return $0
            }
        }
    }

    /// The largest memory of this process so far.
    ///
    /// getrusage(2) would count that of the process that started this one.
    private func largestMemory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }
#endif
