internal import Originals
internal import PhotoModel
package import SystemSupport

/// What a store needs of a service beside reading and writing.
package enum StoreCapability: String, Sendable, CaseIterable {
    /// Bytes that were written are read back equal.
    case readBack
    /// A part of an object can be read.
    case ranges
    /// A part of another object than before is refused.
    case versions
    /// A write does not replace an object that is to be kept.
    case noOverwrite
    /// A write replaces an object that has wrong bytes.
    case overwrite
    /// Objects are listed, with their sizes.
    case listing
    /// Objects can be removed.
    case removal
}

extension StoreClient {
    /// Tries which of the capabilities the service has, with one small object that is removed again.
    ///
    /// - Returns: The capabilities that it has.
    /// - Throws: The error of a service that cannot be reached, refuses the user, or cannot write.
    package func probe(_ cancellation: Cancellation) throws -> Set<StoreCapability> {
        let name = "probe/\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
        guard let key = StoreKey(name) else { return [] }
        // Versions of some services are the second of the change and the size, so the sizes differ. An original is
        // never replaced by another one: only a copy with wrong bytes is.
        let (first, second) = (ProbeBytes(1, count: 10_000), ProbeBytes(2, count: 10_001))
        _ = try write(key, first.upload, existing: .kept, cancellation)
        defer { try? remove(key, cancellation) }
        var found: Set<StoreCapability> = []
        let version = try object(of: key, cancellation)?.version
        let part = Int64(1000)..<Int64(5000)
        if try isSupported({ try first.isEqual(to: open(key, first.whole, version: nil), first.whole) }) {
            found.insert(.readBack)
        }
        if try isSupported({ try first.isEqual(to: open(key, part, version: version), part) }) { found.insert(.ranges) }
        var isKept = try isSupported { try !write(key, second.upload, existing: .kept, cancellation) }
        if isKept {
            isKept = try isSupported { try first.isEqual(to: open(key, first.whole, version: nil), first.whole) }
        }
        if isKept { found.insert(.noOverwrite) }
        if try isSupported({ try write(key, second.upload, existing: .replaced, cancellation) }),
            try isSupported({ try second.isEqual(to: open(key, second.whole, version: nil), second.whole) })
        {
            found.insert(.overwrite)
            if let version, version != .unknown,
                try !isSupported({ try ProbeBytes.read(open(key, part, version: version)) })
            {
                found.insert(.versions)
            }
        }
        var isListed = false
        try list(key, cancellation) { object in
            if object.key == key, [first, second].contains(where: { $0.whole.upperBound == object.size }) {
                isListed = true
            }
        }
        if isListed { found.insert(.listing) }
        if try isSupported({
            try remove(key, cancellation); return try object(of: key, cancellation) == nil
        }) {
            found.insert(.removal)
        }
        return found
    }

    /// The result of a step; false if the service refuses it.
    private func isSupported(_ step: () throws -> Bool) throws -> Bool {
        do { return try step() } catch let error as PhotoLibraryError
            where ![.networkError, .accessUserDenied, .cancelled, .notEnoughSpace].contains(error.code)
        {
            return false
        }
    }
}

/// The bytes that a probe writes.
private struct ProbeBytes {
    private let bytes: [UInt8]

    init(_ seed: UInt8, count: Int) { bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 >> 4) ^ seed } }

    var whole: Range<Int64> { 0..<Int64(bytes.count) }
    var upload: Upload { Upload(bytes) }

    func isEqual(to source: any ByteSource, _ range: Range<Int64>) throws -> Bool {
        var read: [UInt8] = []
        _ = try Self.read(source) { read += $0 }
        return read == Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    /// Reads a source to its end.
    static func read(_ source: any ByteSource, _ onBytes: (ArraySlice<UInt8>) -> Void = { _ in }) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
            onBytes(buffer[..<count])
        }
        return true
    }
}
