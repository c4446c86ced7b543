package import PhotoModel

/// The header of an encrypted file (age-encryption.org/v1, section "Header").
package struct AgeHeader: Sendable {
    /// The limit for headers that are read, in bytes.
    ///
    /// One recipient takes 98 bytes.
    package static let maximumSize = 64 << 10
    static let fileKeySize = 16
    /// The size of the smallest header with a stanza X25519, in bytes: that of the files that this module writes.
    package static let smallestSize = 168

    private static let firstLine = "age-encryption.org/v1\n"
    private static let lastLine = "---"

    package let stanzas: [AgeStanza]
    /// What the code is computed of: the header up to and including ``lastLine``.
    private let authenticated: [UInt8]
    /// The code that the header states: 32 bytes.
    private let code: [UInt8]

    /// A header of these stanzas for a file key.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package init(_ stanzas: [AgeStanza], fileKey: SecretBytes) throws(PhotoLibraryError) {
        self.stanzas = stanzas
        authenticated = Array((Self.firstLine + stanzas.map(\.text).joined() + Self.lastLine).utf8)
        code = try Self.code(of: authenticated, fileKey)
    }

    /// The bytes in the file.
    package var bytes: [UInt8] { authenticated + Array(" \(code.unpaddedBase64)\n".utf8) }

    /// The file key, for a key that has a stanza.
    ///
    /// - Throws: The errors of ``AgeFailure/wrongKey``, ``AgeFailure/changedHeader`` and
    ///   ``AgeFailure/malformedHeader(_:)``; `internalError` if libcrypto fails.
    package func fileKey(for identity: AgeIdentity) throws(PhotoLibraryError) -> SecretBytes {
        for stanza in stanzas {
            guard let fileKey = try stanza.fileKey(for: identity) else { continue }
            guard KeyDerivation.areEqual(try Self.code(of: authenticated, fileKey), code) else {
                throw AgeFailure.changedHeader.error
            }
            return fileKey
        }
        throw AgeFailure.wrongKey.error
    }

    private static func code(of bytes: [UInt8], _ fileKey: SecretBytes) throws(PhotoLibraryError) -> [UInt8] {
        try KeyDerivation.hmac(try KeyDerivation.hkdf(fileKey, info: "header"), bytes)
    }
}

extension AgeHeader {
    /// Whether the bytes end with the last line of a header, or with a line that ends the reading of one.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard bytes.last == newline else { return false }
        let line = bytes.dropLast()
        let start = line.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return line[start...].starts(with: lastLine.utf8)
    }

    static let newline = UInt8(ascii: "\n")

    /// Reads a header.
    ///
    /// - Parameter bytes: Bytes for which ``isWhole(_:)`` is true.
    /// - Throws: The errors of ``AgeFailure/notAge`` and ``AgeFailure/malformedHeader(_:)``.
    init(parsing bytes: [UInt8]) throws(PhotoLibraryError) {
        guard bytes.starts(with: Self.firstLine.utf8) else { throw AgeFailure.notAge.error }
        // Lines of a header are ASCII.
        guard bytes.allSatisfy({ $0 == Self.newline || (0x20...0x7E).contains($0) }) else {
            throw AgeFailure.malformedHeader("its characters").error
        }
        var lines = bytes.dropFirst(Self.firstLine.utf8.count).dropLast()
            .split(separator: Self.newline, omittingEmptySubsequences: false)
        guard let last = lines.popLast(), last.starts(with: "\(Self.lastLine) ".utf8),
            let code = [UInt8](unpaddedBase64: String(decoding: last.dropFirst(4), as: UTF8.self)), code.count == 32
        else { throw AgeFailure.malformedHeader("its last line").error }
        self.code = code
        authenticated = bytes.dropLast(last.count + 1) + Array(Self.lastLine.utf8)
        var stanzas: [AgeStanza] = []
        var rest = lines[...]
        while !rest.isEmpty { stanzas.append(try Self.stanza(&rest)) }
        guard !stanzas.isEmpty else { throw AgeFailure.malformedHeader("it has no stanza").error }
        self.stanzas = stanzas
    }

    /// Takes the lines of one stanza.
    private static func stanza(_ lines: inout ArraySlice<ArraySlice<UInt8>>) throws(PhotoLibraryError) -> AgeStanza {
        let arguments = (lines.popFirst() ?? []).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard arguments.count >= 2, arguments[0].elementsEqual("->".utf8), arguments.allSatisfy({ !$0.isEmpty }) else {
            throw AgeFailure.malformedHeader("the first line of a stanza").error
        }
        var body: [UInt8] = []
        while true {
            guard let line = lines.popFirst(), line.count <= AgeStanza.columns,
                let bytes = [UInt8](unpaddedBase64: String(decoding: line, as: UTF8.self))
            else { throw AgeFailure.malformedHeader("the body of a stanza").error }
            body += bytes
            if line.count < AgeStanza.columns { break }
        }
        return AgeStanza(
            arguments: arguments.dropFirst().map { String(decoding: $0, as: UTF8.self) }, body: body)
    }
}
