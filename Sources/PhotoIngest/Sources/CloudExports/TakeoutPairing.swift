internal import Foundation
internal import PhotoModel

/// Finds the sidecar of each photo in a folder of Google's export, and the files that are parts of other photos.
///
/// ``TakeoutNames`` states which names belong together. The stages go from the most certain relation of names to the
/// least certain one. In each stage a photo and a sidecar are a pair if no other file fits; where several fit, the
/// titles in the sidecars decide. If they do not, none is taken, unless all of them state the same: exports of two days
/// have a sidecar each.
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
    /// The sidecars of other photos that describe files, by the index of the file.
    ///
    /// Such a file seems to be an edit of the other photo, but the name does not prove it.
    private(set) var probableSidecars: [Int: Int] = [:]

    /// The sidecars of paired photos that state the same as the sidecar that the photo has, by index.
    private(set) var repeatedSidecars: Set<Int> = []
    /// The sidecars of photos for which several state different values, so that none is taken, by index.
    private(set) var undecidedSidecars: Set<Int> = []

    private let media: [Medium]
    private let files: [Candidate]
    private let stateTheSame: (Int, Int) -> Bool
    /// The photos that get no sidecar, because several that state different values fit.
    private var undecidedMedia: Set<Int> = []

    /// A photo or video.
    fileprivate struct Medium {
        let name: String
        let readings: [TakeoutNames.Numbered]
        let source: SourceName
        /// The name of the photo that the file is an edit of, by a mark, which Google may have cut with the name; `nil`
        /// without a mark.
        let unedited: TakeoutNames.Numbered?

        init(_ name: String) {
            self.name = name.precomposedStringWithCanonicalMapping
            readings = TakeoutNames.readings(ofMedia: self.name)
            source = SourceName(self.name.utf8)
            unedited = readings.first.flatMap { reading in
                let file = FileName(reading.name)
                guard let split = EditMarks.split(file.stem), split.isWhole || TakeoutNames.isCut(media: reading) else {
                    return nil
                }
                return TakeoutNames.Numbered(name: split.stem + file.ending, number: reading.number)
            }
        }
    }

    /// A sidecar.
    private struct Candidate {
        let readings: Set<TakeoutNames.Numbered>
        /// The file name that Google made of the title; `nil` if the sidecar states none.
        let title: String?

        init(name: String, title: String?) {
            readings = TakeoutNames.readings(ofSidecar: name.precomposedStringWithCanonicalMapping)
            self.title = title.map { TakeoutNames.fileName(of: $0) }
        }
    }

    /// - Parameters:
    ///   - media: The names of the photos and videos in a folder.
    ///   - sidecars: The names of the sidecars in the folder, and the titles that they state.
    ///   - stateTheSame: Whether an import uses the same values of two sidecars, which it gets by index.
    init(
        media: [String], sidecars: [(name: String, title: String?)],
        stateTheSame: @escaping (Int, Int) -> Bool = { _, _ in false }
    ) {
        self.media = media.map(Medium.init)
        files = sidecars.map(Candidate.init)
        self.stateTheSame = stateTheSame
        let own = self.media.map(\.readings)
        for stage in Stage.allCases { pair(own, stage) }
        findParts()
        // An edit without its photo has the photo's sidecar.
        let unedited = self.media.map(\.readingsOfUnedited)
        for stage in Stage.allCases { pair(unedited, stage) }
        findProbableSidecars()
    }

    // MARK: Sidecars

    /// A relation of the names of a photo and of its sidecar.
    private enum Stage: CaseIterable {
        /// The sidecar has the name of the photo.
        case sameName
        /// The names differ in the case of letters.
        case sameLetters
        /// One name lacks the extension, or both have another one.
        case sameStem
        /// The title names the photo, whatever the sidecar is called.
        case title
        /// Google cut the name of the photo, and the title is the whole name.
        case beginOfTitle

        /// The keys of a photo: it may belong to the sidecars that have one of them.
        func keys(_ readings: [TakeoutNames.Numbered]) -> Set<TakeoutNames.Numbered> {
            switch self {
            case .sameName: Set(readings + Self.cut(readings))
            case .sameLetters: Set((readings + Self.cut(readings)).map(\.lowercased))
            case .sameStem: Set((readings + readings.map(\.withoutEnding)).map(\.lowercased))
            case .title: Set((readings + readings.map(\.withoutEnding)).map(\.lowercased))
            case .beginOfTitle:
                readings.contains(where: TakeoutNames.isCut)
                    ? Set(readings.compactMap { $0.withoutEnding.lowercased.beginning }) : []
            }
        }

        /// The readings as Google cuts them, without those of which the number is cut off.
        private static func cut(_ readings: [TakeoutNames.Numbered]) -> [TakeoutNames.Numbered] {
            let cut = readings.map(\.cut)
            let numbered = cut.filter { $0.number > 0 }.map(\.name)
            return cut.filter { $0.number > 0 || !numbered.contains($0.name) }
        }

        func keys(_ sidecar: Candidate) -> Set<TakeoutNames.Numbered> {
            switch self {
            case .sameName: return sidecar.readings
            case .sameLetters: return Set(sidecar.readings.map(\.lowercased))
            case .sameStem:
                let described = sidecar.readings.filter { FileName($0.name).isOfMedia }.map(\.withoutEnding)
                return Set((sidecar.readings + described).map(\.lowercased))
            case .title, .beginOfTitle:
                guard let title = sidecar.title, let number = sidecar.readings.map(\.number).max() else { return [] }
                let named = TakeoutNames.Numbered(name: title.lowercased(), number: number)
                return Set([self == .title ? named : named.beginning].compactMap(\.self))
            }
        }
    }

    /// Pairs the photos that have no sidecar with the sidecars that have no photo.
    private mutating func pair(_ readings: [[TakeoutNames.Numbered]], _ stage: Stage) {
        let free = media.indices.filter {
            sidecars[$0] == nil && parts[$0] == nil && !undecidedMedia.contains($0) && !readings[$0].isEmpty
        }
        let taken = Set(sidecars.values).union(repeatedSidecars).union(undecidedSidecars)
        let open = files.indices.filter { !taken.contains($0) }
        guard !free.isEmpty, !open.isEmpty else { return }
        var index: [TakeoutNames.Numbered: [Int]] = [:]
        for sidecar in open { for key in stage.keys(files[sidecar]) { index[key, default: []].append(sidecar) } }
        var found: [Int: [Int]] = [:]
        for medium in free {
            let fitting = Set(stage.keys(readings[medium]).flatMap { index[$0] ?? [] })
            for sidecar in fitting where stage != .beginOfTitle || names(sidecar, readings[medium], isCut: true) {
                found[sidecar, default: []].append(medium)
            }
        }
        var ofMedium: [Int: [Int]] = [:]
        for (sidecar, candidates) in found {
            if let medium = only(candidates, of: sidecar, readings) { ofMedium[medium, default: []].append(sidecar) }
        }
        for (medium, candidates) in ofMedium { take(candidates.sorted(), for: medium, readings[medium]) }
    }

    /// The photo that a sidecar describes: the only one, the only one that the title names, or the only one that is no
    /// video.
    private func only(_ candidates: [Int], of sidecar: Int, _ readings: [[TakeoutNames.Numbered]]) -> Int? {
        if candidates.count == 1 { return candidates[0] }
        let named = candidates.filter { names(sidecar, readings[$0], isCut: false) }
        let possible = named.isEmpty ? candidates : named
        let pictures = possible.filter { media[$0].source.role < .video }
        return possible.count == 1 ? possible[0] : pictures.count == 1 ? pictures[0] : nil
    }

    private mutating func take(_ candidates: [Int], for medium: Int, _ readings: [TakeoutNames.Numbered]) {
        let named = candidates.filter { names($0, readings, isCut: false) }
        let found = named.isEmpty ? candidates : named
        let others = found.dropFirst()
        guard others.allSatisfy({ stateTheSame(found[0], $0) }) else {
            undecidedMedia.insert(medium)
            undecidedSidecars.formUnion(found)
            return
        }
        sidecars[medium] = found[0]
        repeatedSidecars.formUnion(others)
    }

    /// Whether the title in a sidecar is that of a file.
    ///
    /// - Parameter isCut: Whether the title may be longer than the name of the file.
    private func names(_ sidecar: Int, _ readings: [TakeoutNames.Numbered], isCut: Bool) -> Bool {
        guard let title = files[sidecar].title?.lowercased() else { return false }
        return readings.contains { reading in
            let name = reading.name.lowercased()
            let stem = FileName(name).stem
            return title == name || title == stem || isCut && title.hasPrefix(stem)
        }
    }

    // MARK: Parts

    /// Finds the edits and the videos of photos: they have no sidecar of their own.
    private mutating func findParts() {
        var originals: [Shot: Set<Int>] = [:]
        for (index, medium) in media.enumerated() where medium.source.role < .editedPhoto || sidecars[index] != nil {
            for shot in medium.shots { originals[shot, default: []].insert(index) }
        }
        var found: Set<Part> = []
        for (index, medium) in media.enumerated() where sidecars[index] == nil {
            let edited = medium.unedited.map { Shot($0) }
            let candidates = originals[edited ?? Shot(medium.source), default: []].subtracting([index])
            guard let original = original(of: medium, among: candidates) else { continue }
            let isVideo = media[original].source.role == .video
            let kind: AssetResource.Kind? =
                switch medium.source.role {
                case .editedVideo where isVideo, .video where isVideo && edited != nil: .fullSizePhoto
                case .editedVideo,
                    .video where edited != nil:
                    .fullSizePairedVideo
                case .video where !isVideo: .pairedVideo
                case let role where role <= .editedPhoto && !isVideo && (role == .editedPhoto || edited != nil):
                    .fullSizePhoto
                default: nil
                }
            guard let kind else { continue }
            let part = Part(original: original, kind: kind)
            // A photo has one edit: another one is a photo of its own.
            if found.insert(part).inserted { parts[index] = part }
        }
    }

    /// The only candidate, the only one with the extension of the part, or the only one that is no video.
    private func original(of part: Medium, among candidates: Set<Int>) -> Int? {
        let ending = FileName(part.name).ending.lowercased()
        let likePart = candidates.filter { FileName(media[$0].name).ending.lowercased() == ending }
        let pictures = candidates.filter { media[$0].source.role < .editedPhoto }
        return [candidates, likePart, pictures].first { $0.count == 1 }?.first
    }

    /// What the names of the files of a shot have in common.
    fileprivate struct Shot: Hashable {
        let stem: [UInt8]
        let number: Int

        init(_ name: SourceName) { (stem, number) = (name.stem, name.number) }

        init(_ reading: TakeoutNames.Numbered) {
            (stem, number) = (Array(reading.withoutEnding.name.utf8), reading.number)
        }
    }

    /// Finds the sidecars of the photos whose edits other files seem to be.
    ///
    /// Google numbers an edit whose mark it cut, and some edits of one photo.
    private mutating func findProbableSidecars() {
        let free = media.indices.filter {
            sidecars[$0] == nil && parts[$0] == nil && !undecidedMedia.contains($0)
        }
        guard !free.isEmpty else { return }
        var index: [TakeoutNames.Numbered: Set<Int>] = [:]
        for (sidecar, file) in files.enumerated() {
            for stage in [Stage.sameLetters, .sameStem] {
                for key in stage.keys(file) { index[key, default: []].insert(sidecar) }
            }
        }
        for medium in free {
            for reading in media[medium].readingsOfOriginals {
                let keys = Stage.sameLetters.keys([reading]).union(Stage.sameStem.keys([reading]))
                let fitting = Set(keys.flatMap { index[$0] ?? [] }).subtracting(undecidedSidecars).sorted()
                guard let first = fitting.first, fitting.dropFirst().allSatisfy({ stateTheSame(first, $0) }) else {
                    continue
                }
                probableSidecars[medium] = first
                break
            }
        }
    }
}

extension TakeoutNames.Numbered {
    /// The first letters of a name that may have been cut; `nil` for a shorter name.
    fileprivate var beginning: Self? {
        let length = 40
        return name.utf16.count < length
            ? nil : Self(name: TakeoutNames.cut(name, to: length), number: number)
    }
}

extension TakeoutPairing.Medium {
    /// The shots that the file may be the photo of.
    fileprivate var shots: Set<TakeoutPairing.Shot> {
        Set([TakeoutPairing.Shot(source)] + readings.map { TakeoutPairing.Shot($0) })
    }

    /// The names of the photo that the file is an edit of; empty for another file.
    fileprivate var readingsOfUnedited: [TakeoutNames.Numbered] {
        if let unedited { return [unedited] }
        guard source.role == .editedPhoto || source.role == .editedVideo else { return [] }
        return TakeoutNames.readings(
            ofMedia: String(decoding: source.photoStem, as: UTF8.self) + FileName(name).ending)
    }

    /// The names of the photos that the file may be an edit of, the most probable first.
    fileprivate var readingsOfOriginals: [TakeoutNames.Numbered] {
        readings.flatMap { reading -> [TakeoutNames.Numbered] in
            let file = FileName(reading.name)
            var names: [String] = []
            if let split = EditMarks.split(file.stem), split.isTelling { names.append(split.stem + file.ending) }
            if reading.number > 0, TakeoutNames.isCut(media: reading) { names.append(reading.name) }
            return names.flatMap { name in
                Set([reading.number, 0]).sorted(by: >).map { TakeoutNames.Numbered(name: name, number: $0) }
            }
        }
    }
}
