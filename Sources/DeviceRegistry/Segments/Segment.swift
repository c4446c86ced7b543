internal import ContentDigests
package import Foundation
package import PhotoModel

/// An immutable file with registers of one writer.
///
/// ```
/// OPKREG, version (2 bytes)
/// header, number of registers, size of their bytes, size of these bytes deflated
/// the bytes of the registers, deflated
/// SHA-256 of all bytes before (32), Ed25519 signature of that digest (64)
/// ```
package struct Segment: Hashable, Sendable {
    package let header: SegmentHeader
    /// Sorted by their names, each name once.
    package let registers: [Register]

    package init(_ header: SegmentHeader, _ registers: RegisterSet) {
        self.header = header
        self.registers = registers.sorted
    }

    private init(_ header: SegmentHeader, sorted registers: [Register]) {
        self.header = header
        self.registers = registers
    }

    /// The greatest number of bytes of a segment's registers.
    ///
    /// A reader uses no more memory for a hostile segment.
    package static let maximumSize = 32 << 20
    /// The greatest number of bytes of a segment's file.
    package static let maximumFileSize = maximumSize + (1 << 20)

    private static let magic = Array("OPKREG".utf8)
    private static let version: [UInt8] = [0, 1]
    private static let digestSize = 32

    /// The bytes of the file, signed.
    ///
    /// The same registers and header give the same bytes.
    ///
    /// - Throws: `limitExceeded` if the registers exceed ``maximumSize``; `internalError` if libcrypto or zlib fails.
    package func bytes(signedBy key: SigningKey) throws(PhotoLibraryError) -> [UInt8] {
        let body = RegisterCoding.bytes(of: registers, first: header.range.lowerBound)
        guard body.count <= Self.maximumSize else {
            throw PhotoLibraryError(.limitExceeded, "One file of the log cannot have so many changes.")
        }
        let deflated = try Deflation.deflated(body)
        var writer = FieldWriter()
        writer.append(Self.magic)
        writer.append(Self.version)
        header.append(to: &writer)
        writer.append(number: UInt64(registers.count))
        writer.append(number: UInt64(body.count))
        writer.append(number: UInt64(deflated.count))
        writer.append(deflated)
        return try Self.signed(writer.bytes, by: key)
    }

    /// The bytes, their digest, and the signature of that.
    static func signed(_ bytes: [UInt8], by key: SigningKey) throws(PhotoLibraryError) -> [UInt8] {
        let digest = try Self.digest(of: bytes)
        return bytes + digest + (try key.signature(of: Self.signedMessage(digest)))
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - writer: The writer in whose folder the file is.
    ///   - registry: The registry in whose folder the file is; `nil` if it is not known.
    /// - Throws: ``SegmentFault``, and never more memory than the limits allow.
    package init(_ bytes: [UInt8], of writer: WriterID, in registry: UUID?) throws(SegmentFault) {
        var reader = FieldReader([])
        let header = try Self.header(bytes, of: writer, in: registry, &reader)
        guard let count = reader.number(), let size = reader.number(), let deflatedSize = reader.number() else {
            throw .damaged
        }
        guard size <= UInt64(Self.maximumSize), count <= size else { throw .tooLarge }
        guard let deflated = reader.bytes(Int(clamping: deflatedSize)), reader.isAtEnd,
            let body = Deflation.inflated(deflated, size: Int(size)),
            let registers = RegisterCoding.registers(in: body, of: writer, header.range, count: Int(count))
        else { throw .damaged }
        self.init(header, sorted: registers)
    }

    /// Checks the digest and the signature of a file, and reads its header.
    ///
    /// - Parameter reader: Reads what follows the header.
    static func header(
        _ bytes: [UInt8], of writer: WriterID, in registry: UUID?, _ reader: inout FieldReader
    ) throws(SegmentFault) -> SegmentHeader {
        guard bytes.count <= Self.maximumFileSize else { throw .tooLarge }
        let start = Self.magic.count + Self.version.count
        let end = bytes.count - Self.digestSize - Signature.size
        guard end > start, bytes.starts(with: Self.magic) else { throw .damaged }
        guard Array(bytes[Self.magic.count..<start]) == Self.version else { throw .tooNew }
        let digest = Array(Self.digest(inFile: bytes))
        guard let computed = try? Self.digest(of: Array(bytes[..<end])), computed == digest else { throw .damaged }
        reader = FieldReader(bytes[start..<end])
        guard let header = SegmentHeader(&reader) else { throw .damaged }
        guard let signer = try? WriterID(publicKey: header.publicKey), signer == writer,
            Signature.isValid(
                bytes[(end + Self.digestSize)...], of: Self.signedMessage(digest), by: header.publicKey)
        else { throw .wrongSignature }
        guard registry == nil || header.registry == registry else { throw .ofAnotherRegistry }
        return header
    }

    /// The SHA-256 in the bytes of a file, of which its name has the beginning.
    static func digest(inFile bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.dropLast(Signature.size).suffix(digestSize)
    }

    private static func digest(of bytes: [UInt8]) throws(PhotoLibraryError) -> [UInt8] {
        try PhotoLibraryError.converting {
            try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }.bytes
        }
    }

    /// The text before the digest keeps a signature from meaning something else in another place.
    private static func signedMessage(_ digest: [UInt8]) -> [UInt8] { Array("OpenPhotoKit segment".utf8) + digest }
}
