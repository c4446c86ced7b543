internal import PhotoModel
internal import SystemPackage

/// The way a path is written, without its quoting.
struct Spelling: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case absolute
        /// A path relative to the folder of the file; `startsWithDot` for `./a.jpg`.
        case relative(startsWithDot: Bool)
        /// A URL. `prefix` is `file://`, `file:` or `file://localhost`.
        case fileURL(prefix: [UInt8])
    }

    enum Escaping: Hashable, Sendable {
        /// `%` is an ordinary character.
        case none
        /// `%20` is a space. `keepsNonASCII` says whether non-ASCII characters are not encoded.
        case percent(keepsNonASCII: Bool)
        /// The text contains no `%`, so the escaping is not known.
        case unknown
    }

    var form: Form
    var escaping: Escaping
    /// The query and fragment of a URL.
    var suffix: [UInt8] = []

    /// The path in this spelling.
    ///
    /// - Parameters:
    ///   - folder: The folder at which relative paths begin.
    ///   - isURL: Whether the text is read as a URL.
    func spell(_ path: FilePath, in folder: FilePath, isURL: Bool) -> [UInt8] {
        var prefix: [UInt8] = []
        var bytes = path.bytes
        switch form {
        case .absolute: break
        case .relative(let startsWithDot):
            let relative = path.relative(to: folder)
            bytes = relative.bytes
            if startsWithDot, relative.components.first?.kind == .regular { bytes = Array("./".utf8) + bytes }
        case .fileURL(let scheme): prefix = scheme
        }
        return prefix + escaped(bytes, isURL: isURL) + suffix
    }

    private func escaped(_ bytes: [UInt8], isURL: Bool) -> [UInt8] {
        switch escaping {
        case .none: bytes
        case .percent(let keepsNonASCII): Percent.encode(bytes, keepsNonASCII: keepsNonASCII)
        // A reader of URLs would decode a name that contains %41.
        case .unknown: isURL && Percent.decode(bytes) != bytes ? Percent.encode(bytes, keepsNonASCII: true) : bytes
        }
    }
}

/// Percent-encoding (RFC 3986, section 2.1).
enum Percent {
    /// Encodes all characters except unreserved characters and some that no reader of paths treats as delimiters.
    static func encode(_ bytes: [UInt8], keepsNonASCII: Bool) -> [UInt8] {
        // Bytes that are not UTF-8 cannot be written in a text.
        let keeps = keepsNonASCII && String(validating: bytes, as: UTF8.self) != nil
        let digits = Array("0123456789ABCDEF".utf8)
        return bytes.flatMap { byte in
            byte.isLetter || byte.isDigit || Array("-._~/@+,=".utf8).contains(byte) || keeps && byte >= 0x80
                ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    /// Decodes a text; `nil` if a `%` is not followed by two digits.
    static func decode(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexDigit, let low = bytes[index + 2].hexDigit
                else { return nil }
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}

extension FilePath {
    /// The relative path from a folder to this path.
    ///
    /// Both are absolute and contain no `..`.
    func relative(to folder: FilePath) -> FilePath {
        let own = Array(components)
        let other = Array(folder.components)
        let shared = zip(own, other).prefix { $0 == $1 }.count
        let up = Array(repeating: FilePath.Component(".."), count: other.count - shared).compactMap(\.self)
        return FilePath(root: nil, up + own[shared...])
    }
}
