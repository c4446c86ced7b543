internal import PhotoModel

extension SourceName {
    /// The positions of a name's parts, in 8 bytes, so that a folder of a million names can be sorted.
    struct Shape: Sendable {
        /// The index at which the stem ends.
        private(set) var stemEnd: UInt8 = 0
        /// The index of a byte that does not belong to the stem, such as the `E` of `IMG_E1234`; 0 without such a byte.
        private(set) var skipped: UInt8 = 0
        private(set) var number: UInt16 = 0
        private(set) var role: Role = .other
        /// Whether the number follows the extension of the file that a sidecar describes, as in `IMG_1.jpg(1).json`.
        private(set) var isNumberBehindEnding = false
        /// The index at which the name of the described file ends in a sidecar's name; 0 if that name has no extension.
        private(set) var sidecarEnd: UInt8 = 0

        init(_ name: UnsafeRawBufferPointer) {
            var end = min(name.count, 255)
            var ending = Self.ending(of: name, &end)
            role = Self.role(of: ending)
            if role == .sidecar {
                // Takeout may shorten `.supplemental-metadata`.
                let isTakeout = ending.elementsEqual("json".utf8, by: Self.isSameLetter)
                number = Self.number(of: name, &end)
                if isTakeout, Self.endsWithSupplement(name, &end), number == 0 { number = Self.number(of: name, &end) }
                isNumberBehindEnding = number > 0
                let before = end
                ending = Self.ending(of: name, &end)
                // `IMG_1.xmp` describes a photo with any extension, so text after a further full stop is an extension
                // only if it is known.
                if Self.role(of: ending) == .other { end = before } else { sidecarEnd = UInt8(before) }
            }
            if role == .accompaniment { Self.cutClipMark(name, &end) }
            if number == 0 { number = Self.number(of: name, &end) }
            // icloudpd names the video of IMG_1234.HEIC so.
            if role == .video { _ = Self.ends(name, &end, with: "_HEVC") }
            if Self.ends(name, &end, with: ".MP") || Self.ends(name, &end, with: "_COVER"), role == .other {
                role = .video
            }
            if Self.cutsEditMark(name, &end) {
                markEdited()
                _ = Self.ends(name, &end, with: ".MP")
            }
            if number == 0 { number = Self.number(of: name, &end) }
            skipped = Self.letterOfEdit(name, end)
            if skipped != 0 { markEdited() }
            stemEnd = UInt8(end)
        }

        private mutating func markEdited() {
            switch role {
            case .photo, .otherPhoto, .raw: role = .editedPhoto
            case .video: role = .editedVideo
            default: break
            }
        }

        /// The bytes of the stem.
        func stem(of name: UnsafeRawBufferPointer) -> Stem {
            Stem(name: name, end: Int(stemEnd), skipped: Int(skipped))
        }

        /// The bytes of a stem, as a sequence.
        struct Stem: Sequence, IteratorProtocol {
            let name: UnsafeRawBufferPointer
            let end: Int
            let skipped: Int
            private var index = 0

            init(name: UnsafeRawBufferPointer, end: Int, skipped: Int) {
                self.name = name
                self.end = end
                self.skipped = skipped
            }

            mutating func next() -> UInt8? {
                if index == skipped, skipped != 0 { index += 1 }
                guard index < end else { return nil }
                defer { index += 1 }
                return name[index]
            }
        }
    }
}

extension SourceName.Shape {
    // MARK: Endings

    /// Removes the extension before `end` and returns it.
    ///
    /// `end` moves before the full stop. If there is no full stop, or the name begins with it, the result is empty and
    /// `end` does not move.
    private static func ending(of name: UnsafeRawBufferPointer, _ end: inout Int) -> Slice<UnsafeRawBufferPointer> {
        var index = end - 1
        while index > 0, name[index] != UInt8(ascii: ".") {
            // All known extensions are shorter.
            guard end - index <= 5 else { return name[end..<end] }
            index -= 1
        }
        guard index > 0 else { return name[end..<end] }
        defer { end = index }
        return name[index + 1..<end]
    }

    private static func role(of ending: Slice<UnsafeRawBufferPointer>) -> SourceName.Role {
        guard (1...5).contains(ending.count) else { return .other }
        return roles[word(ending.lazy.map(lower))] ?? .other
    }

    /// Letters as one number.
    private static func word(_ letters: some Sequence<UInt8>) -> UInt64 {
        letters.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let roles: [UInt64: SourceName.Role] = {
        let words: [(SourceName.Role, String)] = [
            (.raw, "dng cr2 cr3 crw nef nrw arw sr2 raf orf rw2 pef srw 3fr erf mrw x3f"),
            (.video, "mov mp4 m4v 3gp avi mp mv mkv webm mts"),
            (.adjustments, "aae"),
            (.accompaniment, "xml srt wav"),
            (.sidecar, "xmp json"),
        ]
        var roles: [UInt64: SourceName.Role] = [:]
        for format in ImageFormat.allCases where format != .raw && format != .video {
            let role: SourceName.Role = format == .jpeg || format == .png ? .photo : .otherPhoto
            for ending in format.filenameExtensions { roles[word(ending.utf8)] = role }
        }
        for (role, list) in words {
            for ending in list.split(separator: " ") { roles[word(ending.utf8)] = role }
        }
        return roles
    }()

    private static func endsWithSupplement(_ name: UnsafeRawBufferPointer, _ end: inout Int) -> Bool {
        let word = Array(".supplemental-metadata".utf8)
        var index = end - 1
        while index > 0, end - index < word.count, name[index] != UInt8(ascii: ".") { index -= 1 }
        guard index > 0, end - index > 1, name[index..<end].elementsEqual(word.prefix(end - index)) else {
            return false
        }
        end = index
        return true
    }

    // MARK: Marks

    /// Removes a number in parentheses before `end` and returns it; 0 without such a number.
    private static func number(of name: UnsafeRawBufferPointer, _ end: inout Int) -> UInt16 {
        guard end > 3, name[end - 1] == UInt8(ascii: ")") else { return 0 }
        var index = end - 2
        while index > 0, (48...57).contains(name[index]) { index -= 1 }
        let digits = name[index + 1..<end - 1]
        guard index > 0, name[index] == UInt8(ascii: "("), (1...4).contains(digits.count) else { return 0 }
        end = name[index - 1] == UInt8(ascii: " ") && index > 1 ? index - 1 : index
        return digits.reduce(0) { $0 * 10 + UInt16($1 - 48) }
    }

    private static func cutsEditMark(_ name: UnsafeRawBufferPointer, _ end: inout Int) -> Bool {
        for mark in EditMarks.bytes where end > mark.count && name[end - mark.count] == mark[0] {
            if name[end - mark.count..<end].elementsEqual(mark, by: isSameLetter) {
                end -= mark.count
                return true
            }
        }
        return false
    }

    /// Removes the mark of Sony's metadata, as in `C0001M01.XML` for `C0001.MP4`.
    private static func cutClipMark(_ name: UnsafeRawBufferPointer, _ end: inout Int) {
        guard end > 3, name[end - 3] == UInt8(ascii: "M"), name[end - 2..<end].allSatisfy({ (48...57).contains($0) })
        else { return }
        end -= 3
    }

    private static func ends(_ name: UnsafeRawBufferPointer, _ end: inout Int, with mark: StaticString) -> Bool {
        let count = mark.utf8CodeUnitCount
        guard end > count, name[end - 1] == mark.utf8Start[count - 1],
            name[end - count..<end].elementsEqual(UnsafeBufferPointer(start: mark.utf8Start, count: count))
        else { return false }
        end -= count
        return true
    }

    /// The index of the letter in `IMG_E1234` (edited) or `IMG_O1234` (the edit before it); 0 for other names.
    private static func letterOfEdit(_ name: UnsafeRawBufferPointer, _ end: Int) -> UInt8 {
        guard (9...10).contains(end), name[0..<4].elementsEqual("IMG_".utf8),
            name[4] == UInt8(ascii: "E") || name[4] == UInt8(ascii: "O"),
            name[5..<end].allSatisfy({ (48...57).contains($0) })
        else { return 0 }
        return 4
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }

    private static func isSameLetter(_ a: UInt8, _ b: UInt8) -> Bool { lower(a) == lower(b) }
}
