internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Finds the photos that were taken in a burst, as they come one after the other.
///
/// Cameras that do not write a burst's identifier are known by their clocks: frames of one camera and size, in one
/// folder, so close after each other as no hand presses. A bracket of exposures looks the same. Memory does not grow.
struct BurstFinder {
    /// The longest time between frames whose fractions of a second are stated.
    static let longestGap = 0.5
    /// As many frames make a burst; two do if their names say that they are of one.
    static let fewestFrames = 3

    /// What is known of one photo.
    struct Frame {
        let asset: String
        let folder: FilePath
        let size: PixelSize?
        let metadata: ImageMetadata
        /// Whether its name says that it is a frame of a burst.
        let statesBurst: Bool
    }

    private var last: Frame?
    /// The frames so far that were not reported, at most one less than make a burst.
    private var waiting: [String] = []
    private var first = ""
    private var count = 0
    /// How many frames the last frame's second has.
    private var countInSecond = 0

    /// Adds the next photo.
    ///
    /// - Returns: Assets that are now known to be of a burst, with its identifier: the local identifier of its first
    ///   frame. None for photos that carry one.
    mutating func add(_ frame: Frame) -> [(asset: String, burst: String)] {
        defer { last = frame }
        let isSameSecond = last.flatMap { last in
            frame.metadata.captureTime.flatMap { time in last.metadata.captureTime.map { time.isInSameSecond(as: $0) } }
        }
        guard let last, follows(frame, last) else {
            first = frame.asset
            (count, countInSecond, waiting) = (1, 1, [frame.asset])
            return []
        }
        count += 1
        countInSecond = isSameSecond == true ? countInSecond + 1 : 1
        waiting.append(frame.asset)
        guard count >= (frame.statesBurst && last.statesBurst ? 2 : Self.fewestFrames) else { return [] }
        defer { waiting = [] }
        return waiting.map { ($0, first) }
    }

    private func follows(_ frame: Frame, _ last: Frame) -> Bool {
        let (now, before) = (frame.metadata, last.metadata)
        guard now.burstIdentifier == nil, before.burstIdentifier == nil, frame.folder == last.folder,
            frame.size == last.size, let model = now.model, model == before.model, now.make == before.make,
            now.bodySerial == before.bodySerial, let time = now.captureTime, let earlier = before.captureTime
        else { return false }
        let gap = time.wallTime - earlier.wallTime
        if frame.statesBurst, last.statesBurst { return 0...1 ~= gap.rounded(.down) }
        if time.nanosecond != nil, earlier.nanosecond != nil { return gap >= 0 && gap <= Self.longestGap }
        // Whole seconds: two or more in each.
        return gap == 0 || gap == 1 && countInSecond >= 2
    }
}

extension IngestCandidate {
    /// The photo as a frame that may be of a burst.
    var burstFrame: BurstFinder.Frame {
        BurstFinder.Frame(
            asset: insertion.localIdentifier, folder: file.source.removingLastComponent(), size: file.size,
            metadata: file.metadata, statesBurst: SourceName(file.source.nameBytes).statesBurst)
    }
}

extension FilePath {
    /// The bytes of the last component.
    var nameBytes: [UInt8] { lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? [] }
}
