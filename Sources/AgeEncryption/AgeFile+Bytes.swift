internal import Originals

// Encrypted files that fit into memory.
extension AgeFile {
    /// The encrypted file of bytes.
    ///
    /// Two files of the same bytes differ.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package static func encrypted(_ bytes: [UInt8], for recipient: AgeRecipient) throws -> [UInt8] {
        let source = try EncryptingByteSource(ArraySource(bytes[...]), for: recipient)
        return try source.wholeBytes()
    }

    /// The bytes of an encrypted file.
    ///
    /// - Throws: The errors of ``AgeFailure``.
    package static func decrypted(_ file: [UInt8], with identity: AgeIdentity) throws -> [UInt8] {
        let encrypted = EncryptedFile(.encrypted { Int64(file.count) }) { range in
            ArraySource(file[Int(range.lowerBound)..<Int(range.upperBound)])
        }
        let length = try DecryptingByteSource.length(of: encrypted, with: identity)
        return try DecryptingByteSource(encrypted, 0..<length, with: identity).wholeBytes()
    }
}

/// Bytes in memory.
private final class ArraySource: ByteSource {
    let length: Int64
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
        length = Int64(bytes.count)
    }

    func version() throws -> ByteVersion { .unknown }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let part = rest.prefix(buffer.count)
        rest = rest.dropFirst(part.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}

extension ByteSource {
    fileprivate func wholeBytes() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(clamping: length))
        let count = try bytes.withUnsafeMutableBytes { try fill($0) }
        return Array(bytes.prefix(count))
    }
}
