internal import Foundation
internal import PhotoInspection
internal import SystemPackage

/// How Google's export (Takeout) makes the names of files from the titles of photos.
///
/// Google documents none of it. These rules explain the names in the test data and in the issues of immich-go and
/// GooglePhotosTakeoutHelper:
///
/// - A file has the photo's title, with `_` for forbidden characters. A title without an extension gets one.
/// - A sidecar has the name of the file, `.supplemental-metadata` (since 2024) and `.json`.
/// - A name has at most 51 UTF-16 units. What is before the last extension is cut.
/// - A number in parentheses tells files with the same name apart. It follows what is cut, and does not count.
enum TakeoutNames {
    /// The maximum number of UTF-16 units of a name without its number.
    static let longest = 51
    /// The maximum number of UTF-16 units of the name of a sidecar before `.json`.
    static let longestOfSidecar = longest - ".json".count

    /// A name, and the number that tells it apart from files with the same name; 0 without a number.
    struct Numbered: Hashable {
        var name: String
        var number = 0

        /// The same with lower-case letters: Google may change the case of an extension.
        var lowercased: Self { Self(name: name.lowercased(), number: number) }
        /// The same without the extension.
        var withoutEnding: Self { Self(name: FileName(name).stem, number: number) }
        /// The same as Google cuts it for the name of a sidecar.
        var cut: Self { Self(name: TakeoutNames.cut(name, to: longestOfSidecar), number: number) }
    }

    // MARK: Titles

    /// The file name that Google makes of a title.
    static func fileName(of title: String) -> String {
        String(
            title.precomposedStringWithCanonicalMapping.map {
                "&<>:\"/\\|?*%'#".contains($0) || $0.isNewline || $0 == "\t" ? "_" : $0
            })
    }

    // MARK: Photos and videos

    /// The names that a photo or video may have had before Google numbered it, the most probable first.
    ///
    /// `IMG_1(1).jpg` is the second file that is called `IMG_1.jpg`, or the first that is called `IMG_1(1).jpg`.
    static func readings(ofMedia name: String) -> [Numbered] {
        let whole = Numbered(name: name)
        return numbered(name).map { [$0, whole] } ?? [whole]
    }

    /// Whether the name of a photo or video is so long that Google may have cut it.
    ///
    /// A character of two UTF-16 units is not cut in halves, so one unit may be missing.
    static func isCut(media reading: Numbered) -> Bool { (longest - 1...longest).contains(reading.name.utf16.count) }

    /// The name and the number in parentheses before its extension, or before an extension that another program added.
    private static func numbered(_ name: String) -> Numbered? {
        guard let close = name.range(of: ").", options: .backwards)?.lowerBound ?? name.lastIndex(of: ")"),
            name[close...].dropFirst().first.map({ $0 == "." }) ?? true,
            let open = name[..<close].lastIndex(of: "("), open > name.startIndex
        else { return nil }
        let digits = name[open..<close].dropFirst()
        guard let number = Self.number(digits) else { return nil }
        return Numbered(name: String(name[..<open] + name[close...].dropFirst()), number: number)
    }

    // MARK: Sidecars

    private static let supplement = ".supplemental-metadata"

    /// The names of photos that the name of a sidecar may be made of: all ways in which it can be numbered and cut.
    static func readings(ofSidecar name: String) -> Set<Numbered> {
        let file = FileName(name)
        guard file.ending.lowercased() == ".json" else { return [] }
        var readings: Set<Numbered> = []
        var rest = [Numbered(name: file.stem)]
        while let reading = rest.popLast() {
            guard readings.insert(reading).inserted else { continue }
            if reading.number == 0, let shorter = withoutLastNumber(reading.name) { rest.append(shorter) }
            if let described = withoutSupplement(reading.name) {
                rest.append(Numbered(name: described, number: reading.number))
            }
        }
        return readings
    }

    private static func withoutLastNumber(_ name: String) -> Numbered? {
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex else { return nil }
        return Self.number(name[open...].dropFirst().dropLast()).map {
            Numbered(name: String(name[..<open]), number: $0)
        }
    }

    /// The name without `.supplemental-metadata`, which may be cut after each of its characters.
    private static func withoutSupplement(_ name: String) -> String? {
        let file = FileName(name)
        return !file.ending.isEmpty && supplement.hasPrefix(file.ending.lowercased()) ? file.stem : nil
    }

    // MARK: Parts of names

    private static func number(_ digits: Substring) -> Int? {
        guard (1...6).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(digits)
    }

    /// The first UTF-16 units of a text, without half a character at the end.
    static func cut(_ text: String, to length: Int) -> String {
        var units = text.utf16.prefix(length)
        if let last = units.last, UTF16.isLeadSurrogate(last) { units = units.dropLast() }
        return String(decoding: units, as: UTF16.self)
    }
}

/// A name with its extension.
struct FileName {
    let stem: String
    /// The extension with its full stop; empty without one.
    let ending: String

    init(_ name: String) {
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        (stem, ending) = (String(name[..<dot]), String(name[dot...]))
    }

    /// Whether the extension is that of a photo or video.
    var isOfMedia: Bool { ExportFile.isMedia(FilePath("x" + ending)) }
}
