internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Finds the photos that were taken in a burst, one photo after the other.
///
/// If a camera does not write a burst identifier, the capture times show the burst: frames of one camera and size in
/// one folder that follow each other faster than separate presses of the shutter. An exposure bracket looks the same.
/// A common second is not sufficient, because scans, and photos of a camera whose clock was reset, have it too:
/// fractions of a second that advance, or consecutive names of a camera, must show the order of the frames. Memory does
/// not grow with the number of photos.
struct BurstFinder {
    /// The longest time in seconds between two frames, if their times have fractions of a second.
    static let longestGap = 0.5
    /// The minimum number of frames in a burst; 2 if the names say that the photos are frames of a burst.
    static let fewestFrames = 3

    /// The data of one photo that the search for bursts needs.
    struct Frame {
        let asset: String
        let folder: FilePath
        let size: PixelSize?
        let metadata: ImageMetadata
        let name: SourceName

        /// Whether its name says that it is a frame of a burst.
        var statesBurst: Bool { name.statesBurst }
    }

    private var last: Frame?
    /// The frames that were not reported yet, fewer than make a burst.
    private var waiting: [String] = []
    private var first = ""
    private var count = 0
    /// The number of frames so far in the same second as the last frame.
    private var countInSecond = 0

    /// Adds the next photo.
    ///
    /// - Returns: The assets that are found to be in a burst, with the identifier of the burst: the local identifier of
    ///   its first frame. Photos that have a burst identifier of their own are never returned.
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
        guard !now.isOfScanner else { return false }
        if time.nanosecond != nil, earlier.nanosecond != nil, gap != 0 { return gap > 0 && gap <= Self.longestGap }
        // Without fractions of a second, each second needs at least two frames.
        guard gap == 0 || gap == 1 && countInSecond >= 2, !time.isOfUnsetClock, let number = FrameNumber(frame.name),
            let lastNumber = FrameNumber(last.name)
        else { return false }
        return number.follows(lastNumber)
    }
}

extension IngestCandidate {
    /// The photo as a possible frame of a burst.
    var burstFrame: BurstFinder.Frame {
        BurstFinder.Frame(
            asset: insertion.localIdentifier, folder: file.source.removingLastComponent(), size: file.size,
            metadata: file.metadata, name: SourceName(file.source.nameBytes))
    }
}

extension FilePath {
    /// The bytes of the last component.
    var nameBytes: [UInt8] { lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? [] }
}
