internal import PhotoModel
internal import Synchronization

/// The memory that compressed tar archives share: the places from which they can be inflated, and the bytes of small
/// files.
///
/// An export may have dozens of archives, and all are open until its last file is read. The more bytes they have, the
/// farther apart the access points are.
package final class ArchiveMemory: Sendable {
    private struct Share {
        var accessPoints: [GzipIndex.AccessPoint] = []
        var keptBytes = 0
    }

    private struct State {
        var shares: [ObjectIdentifier: Share] = [:]
        var placeCount = 0
        var keptBytes = 0
        /// The minimum number of uncompressed bytes between two access points.
        var distance: Int

        /// Removes about half of the places of every archive.
        mutating func doubleDistance() {
            distance *= 2
            for index in Array(shares.keys) {
                var last = 0
                shares[index]?.accessPoints.removeAll { accessPoint in
                    let isNear = accessPoint.produced - last < distance
                    if !isNear { last = accessPoint.produced }
                    return isNear
                }
            }
            placeCount = shares.values.reduce(0) { $0 + $1.accessPoints.count }
        }
    }

    private let state: Mutex<State>
    private let maximumPlaces: Int
    private let maximumKeptBytes: Int

    /// The maximum number of bytes of a small file.
    private static let smallSize = 1 << 14

    /// - Parameters:
    ///   - places: The maximum number of places, each of 32 KiB.
    ///   - keptBytes: The maximum number of bytes of small files that are kept from the first reading of an archive,
    ///     because they are most of its files and each would be searched for.
    ///   - distance: The first distance of two access points, in uncompressed bytes.
    package init(places: Int = 2048, keptBytes: Int = 64 << 20, distance: Int = 4 << 20) {
        maximumPlaces = max(1, places)
        maximumKeptBytes = keptBytes
        state = Mutex(State(distance: max(1, distance)))
    }

    /// The number of places of all archives.
    var placeCount: Int { state.withLock { $0.placeCount } }

    /// The number of kept bytes of all archives.
    var keptBytes: Int { state.withLock { $0.keptBytes } }

    // MARK: Places

    /// The last access point of an archive before this number of uncompressed bytes; `nil` for the beginning.
    func accessPoint(of index: GzipIndex, before produced: Int) -> GzipIndex.AccessPoint? {
        state.withLock { state in
            guard let places = state.shares[ObjectIdentifier(index)]?.accessPoints else { return nil }
            let next = places.partitioningIndex { $0.produced > produced }
            return next > 0 ? places[next - 1] : nil
        }
    }

    /// Whether an access point after this number of uncompressed bytes is far enough from the last one of the archive.
    func needsPlace(of index: GzipIndex, at produced: Int) -> Bool {
        state.withLock { state in
            produced - (state.shares[ObjectIdentifier(index)]?.accessPoints.last?.produced ?? 0) >= state.distance
        }
    }

    /// Adds an access point after the last one of the archive.
    func add(_ accessPoint: GzipIndex.AccessPoint, of index: GzipIndex) {
        state.withLock { state in
            state.shares[ObjectIdentifier(index), default: Share()].accessPoints.append(accessPoint)
            state.placeCount += 1
            while state.placeCount >= maximumPlaces { state.doubleDistance() }
        }
    }

    // MARK: Small files

    /// Reserves memory for the bytes of a file; false if the file is not small, or if there is no memory left.
    func keeps(_ size: Int, of index: GzipIndex) -> Bool {
        guard size <= Self.smallSize else { return false }
        return state.withLock { state in
            guard state.keptBytes + size <= maximumKeptBytes else { return false }
            state.keptBytes += size
            state.shares[ObjectIdentifier(index), default: Share()].keptBytes += size
            return true
        }
    }

    /// Releases the memory of an archive that is no longer used.
    func release(_ index: ObjectIdentifier) {
        state.withLock { state in
            guard let share = state.shares.removeValue(forKey: index) else { return }
            state.placeCount -= share.accessPoints.count
            state.keptBytes -= share.keptBytes
        }
    }
}
