internal import Foundation
internal import PhotoModel

/// Finds the sidecar of each photo in a folder of Google's export, and the files that are parts of other photos.
///
/// Google shortens and numbers the names, so a name leads to a sidecar, and the title in the sidecar confirms it. Where
/// several fit, none is taken, unless all of them state the same: exports of two days have a sidecar each.
struct TakeoutPairing {
    /// A file that belongs to a photo.
    struct Part: Hashable {
        /// The index of the photo.
        let original: Int
        let kind: AssetResource.Kind
    }

    /// The index of the sidecar of each photo.
    private(set) var sidecars: [Int: Int] = [:]
    /// The files that are parts of other photos, by index.
    private(set) var parts: [Int: Part] = [:]

    /// The sidecars of paired photos that state the same as the sidecar that the photo has, by index.
    private(set) var repeatedSidecars: Set<Int> = []
    /// The sidecars of photos for which several state different values, so that none is taken, by index.
    private(set) var undecidedSidecars: Set<Int> = []

    private let media: [String]
    private let titles: [String]
    private let stateTheSame: (Int, Int) -> Bool

    /// - Parameters:
    ///   - media: The names of the photos and videos in a folder.
    ///   - files: The names of the sidecars in the folder, and the titles that they state.
    ///   - stateTheSame: Whether an import uses the same values of two sidecars, which it gets by index.
    init(
        media: [String], sidecars files: [(name: String, title: String)],
        stateTheSame: @escaping (Int, Int) -> Bool = { _, _ in false }
    ) {
        self.media = media.map(\.precomposedStringWithCanonicalMapping)
        titles = files.map(\.title)
        self.stateTheSame = stateTheSame
        let indexes = Dictionary(
            files.enumerated().map {
                ($0.element.name.precomposedStringWithCanonicalMapping.lowercased(), [$0.offset])
            },
            uniquingKeysWith: +)
        pair(self.media.indices.map { ($0, self.media[$0]) }, indexes)
        findParts()
        // An edit without its photo has the photo's sidecar.
        let alone = self.media.indices.filter { sidecars[$0] == nil && parts[$0] == nil }
        pair(alone.compactMap { index in Self.unmarked(self.media[index]).map { (index, $0) } }, indexes)
    }

    /// Pairs files with the sidecars of these names, if the title confirms exactly one, or several that state the same.
    private mutating func pair(_ names: [(index: Int, name: String)], _ indexes: [String: [Int]]) {
        let taken = Set(sidecars.values).union(repeatedSidecars)
        var found: [Int: [Int]] = [:]
        for (index, name) in names {
            let candidates = Set(Self.sidecarNames(of: name).flatMap { indexes[$0.lowercased()] ?? [] })
            for sidecar in candidates where !taken.contains(sidecar) && Self.confirms(titles[sidecar], name) {
                found[sidecar, default: []].append(index)
            }
        }
        var sidecarsOfFile: [Int: [Int]] = [:]
        for (sidecar, files) in found where files.count == 1 { sidecarsOfFile[files[0], default: []].append(sidecar) }
        for (file, found) in sidecarsOfFile {
            let first = found.min() ?? found[0]
            let others = found.filter { $0 != first }
            guard others.allSatisfy({ stateTheSame(first, $0) }) else {
                undecidedSidecars.formUnion(found)
                continue
            }
            sidecars[file] = first
            repeatedSidecars.formUnion(others)
        }
    }

    /// Finds the edits and the videos of photos: they have no sidecar of their own.
    private mutating func findParts() {
        struct Shot: Hashable {
            let stem: [UInt8]
            let number: Int
        }
        let names = media.map { SourceName($0.utf8) }
        var originals: [Shot: [Int]] = [:]
        for (index, name) in names.enumerated() where name.role < .editedPhoto || sidecars[index] != nil {
            originals[Shot(stem: name.stem, number: name.number), default: []].append(index)
        }
        var found: Set<Part> = []
        for (index, name) in names.enumerated() where sidecars[index] == nil {
            let candidates = originals[Shot(stem: name.stem, number: name.number)] ?? []
            guard candidates.count == 1, let original = candidates.first, original != index else { continue }
            let isVideo = names[original].role == .video
            let kind: AssetResource.Kind? =
                switch name.role {
                case .editedPhoto where !isVideo: .fullSizePhoto
                case .editedVideo: isVideo ? .fullSizePhoto : .fullSizePairedVideo
                case .video where !isVideo: .pairedVideo
                default: nil
                }
            guard let kind else { continue }
            let part = Part(original: original, kind: kind)
            // A photo has one edit: another one is a photo of its own.
            if found.insert(part).inserted { parts[index] = part }
        }
    }

    // MARK: Names

    /// The number of UTF-16 units that Google leaves of the name of a sidecar.
    private static let length = 46

    /// The names that the sidecar of a file may have.
    static func sidecarNames(of name: String) -> [String] {
        let supplement = ".supplemental-metadata"
        let (base, number) = withoutNumber(name)
        let cut = [base + supplement, base].map { shortened($0) + number + ".json" }
        let inPlace = [name + supplement, name].flatMap { [shortened($0) + ".json", $0 + ".json"] }
        // In exports before 2019 the title may lack the extension.
        return cut + inPlace + [FileName(name).stem + ".json"]
    }

    private static func shortened(_ text: String) -> String {
        String(decoding: text.utf16.prefix(length), as: UTF16.self)
    }

    /// The name without a number in parentheses before its extension, and this number with the parentheses.
    private static func withoutNumber(_ name: String) -> (base: String, number: String) {
        let file = FileName(name)
        guard file.stem.hasSuffix(")"), let start = file.stem.lastIndex(of: "(") else { return (name, "") }
        let digits = file.stem[start...].dropFirst().dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return (name, "") }
        return (file.stem[..<start] + file.ending, String(file.stem[start...]))
    }

    /// The name of the photo that an edit belongs to; `nil` if the name has no mark of an edit.
    private static func unmarked(_ name: String) -> String? {
        let source = SourceName(name.utf8)
        guard source.role == .editedPhoto || source.role == .editedVideo else { return nil }
        return String(decoding: source.photoStem, as: UTF8.self) + FileName(name).ending
    }

    /// Whether a title is that of a file, which Google may have shortened and numbered.
    private static func confirms(_ title: String, _ name: String) -> Bool {
        let title = TakeoutFile.fileName(of: title)
        let base = TakeoutFile.fileName(of: withoutNumber(name).base)
        if title == TakeoutFile.fileName(of: name) || title == base { return true }
        let stem = FileName(base).stem
        return stem == title || stem.utf16.count >= shortestCut && title.hasPrefix(stem)
    }

    /// A name of fewer UTF-16 units is never shortened.
    private static let shortestCut = 40
}

/// A name with its extension.
private struct FileName {
    let stem: String
    /// The extension with its full stop; empty without one.
    let ending: String

    init(_ name: String) {
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        (stem, ending) = (String(name[..<dot]), String(name[dot...]))
    }
}
