internal import PhotoModel
internal import SystemPackage

/// One interpretation of a text as a path in the old folder.
struct Reading: Hashable, Sendable {
    /// Absolute, without `.` and `..`.
    let path: FilePath
    let spelling: Spelling
}

/// The target of a text.
enum ReferenceTarget: Hashable, Sendable {
    /// A path, with one or two interpretations.
    case path([Reading])
    /// A text that can be a cloud identifier.
    case cloudIdentifier
}

/// Interprets texts as paths in one folder.
struct TargetReader: Sendable {
    /// The old folder and a slash, as bytes.
    ///
    /// Most texts are no paths, and a comparison of bytes excludes them fastest.
    private let start: [UInt8]
    /// The folders at which relative paths begin, with a slash at the end: the file's folder as it was named, and
    /// with links resolved.
    private let folders: [[UInt8]]
    private let readsIdentifiers: Bool

    init(oldFolder: FilePath, file: FilePath, realFile: FilePath, readsIdentifiers: Bool) {
        start = oldFolder.bytes + [UInt8(ascii: "/")]
        let named = file.removingLastComponent().bytes + [UInt8(ascii: "/")]
        let real = realFile.removingLastComponent().bytes + [UInt8(ascii: "/")]
        folders = named == real ? [named] : [named, real]
        self.readsIdentifiers = readsIdentifiers
    }

    /// The greatest length of a text that is a path (PATH_MAX), percent-encoded or not.
    ///
    /// Identifiers have at most 6144 bytes.
    private static let longest = 3 * 4096

    /// The target of the whole text; `nil` if it is nothing in the old folder.
    func target(of text: [UInt8]) -> ReferenceTarget? {
        guard !text.isEmpty, text.count <= Self.longest, !text.contains(where: { $0 < 0x20 }) else { return nil }
        if readsIdentifiers, text.starts(with: Array("opk".utf8)), text.contains(UInt8(ascii: "_")),
            text.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F })
        {
            return .cloudIdentifier
        }
        let readings = self.readings(of: text)
        return readings.isEmpty ? nil : .path(readings)
    }

    private func readings(of text: [UInt8]) -> [Reading] {
        if text.prefix(5).map({ $0 | 0x20 }) == Array("file:".utf8) { return fileURL(text) }
        if text[0] == UInt8(ascii: "/") { return plain(text, .absolute, at: [[]]) }
        guard !hasScheme(text) else { return [] }
        let startsWithDot = text.starts(with: Array("./".utf8))
        return plain(text, .relative(startsWithDot: startsWithDot), at: folders)
    }

    /// Whether the text begins with a scheme such as `https:`.
    ///
    /// A relative path whose first name contains a colon is written `./a:b` (RFC 3986, section 4.2).
    private func hasScheme(_ text: [UInt8]) -> Bool {
        let name = text.prefix { $0.isLetter || $0.isDigit || Array("+-.".utf8).contains($0) }
        return name.first?.isLetter == true && name.endIndex < text.count && text[name.endIndex] == UInt8(ascii: ":")
    }

    private func fileURL(_ text: [UInt8]) -> [Reading] {
        var rest = text[5...]
        if rest.starts(with: Array("//".utf8)) {
            rest = rest[(rest.startIndex + 2)...]
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            // A file URL with another host means a file on another machine.
            guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else { return [] }
            rest = rest[host.endIndex...]
        }
        guard rest.first == UInt8(ascii: "/") else { return [] }
        let form = Spelling.Form.fileURL(prefix: Array(text[..<rest.startIndex]))
        let body = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let decoded = Percent.decode(body) else {
            // Written without encoding: `%` and `#` are ordinary characters.
            return reading(Array(rest), Spelling(form: form, escaping: .percent(keepsNonASCII: false)), at: [])
        }
        let spelling = Spelling(
            form: form, escaping: .percent(keepsNonASCII: body.contains { $0 >= 0x80 }),
            suffix: Array(text[body.endIndex...]))
        return reading(decoded, spelling, at: [])
    }

    /// The interpretations with literal and with percent-decoded characters.
    private func plain(_ text: [UInt8], _ form: Spelling.Form, at folders: [[UInt8]]) -> [Reading] {
        let decoded = Percent.decode(text).flatMap { $0 == text ? nil : $0 }
        let asItStands = Spelling(form: form, escaping: text.contains(UInt8(ascii: "%")) ? .none : .unknown)
        var readings: [Reading] = []
        for folder in folders {
            for reading in reading(text, asItStands, at: folder) where !readings.contains(reading) {
                readings.append(reading)
            }
            guard let decoded else { continue }
            let escaping = Spelling.Escaping.percent(keepsNonASCII: text.contains { $0 >= 0x80 })
            for reading in reading(decoded, Spelling(form: form, escaping: escaping), at: folder)
            where !readings.contains(reading) { readings.append(reading) }
        }
        return readings
    }

    private func reading(_ bytes: [UInt8], _ spelling: Spelling, at folder: [UInt8]) -> [Reading] {
        let path = Self.normalized(folder + bytes)
        guard path.count > start.count, path.starts(with: start), let path = FilePath(bytes: path) else { return [] }
        return [Reading(path: path, spelling: spelling)]
    }

    /// An absolute path without `.`, `..` and empty names.
    private static func normalized(_ path: [UInt8]) -> [UInt8] {
        var names: [ArraySlice<UInt8>] = []
        for name in path.split(separator: UInt8(ascii: "/")) where !name.elementsEqual(".".utf8) {
            if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(name) }
        }
        return names.reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 }
    }
}
