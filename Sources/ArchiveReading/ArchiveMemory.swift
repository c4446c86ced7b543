internal import PhotoModel
internal import Synchronization

/// The memory that compressed tar archives share: the places from which they can be inflated, and the bytes of small
/// files.
///
/// An export may have dozens of archives, and all are open until its last file is read. The more bytes they have, the
/// farther apart the places are.
package final class ArchiveMemory: Sendable {
    private struct Share {
        var places: [GzipIndex.Place] = []
        var keptBytes = 0
    }

    private struct State {
        var shares: [ObjectIdentifier: Share] = [:]
        var placeCount = 0
        var keptBytes = 0
        /// The minimum number of uncompressed bytes between two places.
        var distance: Int

        /// Removes about half of the places of every archive.
        mutating func doubleDistance() {
            distance *= 2
            for index in Array(shares.keys) {
                var last = 0
                shares[index]?.places.removeAll { place in
                    let isNear = place.produced - last < distance
                    if !isNear { last = place.produced }
                    return isNear
                }
            }
            placeCount = shares.values.reduce(0) { $0 + $1.places.count }
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
    ///   - distance: The first distance of two places, in uncompressed bytes.
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

    /// The last place of an archive before this number of uncompressed bytes; `nil` for the beginning of the file.
    func place(of index: GzipIndex, before produced: Int) -> GzipIndex.Place? {
        state.withLock { state in
            guard let places = state.shares[ObjectIdentifier(index)]?.places else { return nil }
            let next = places.partitioningIndex { $0.produced > produced }
            return next > 0 ? places[next - 1] : nil
        }
    }

    /// Whether a place after this number of uncompressed bytes is far enough from the last one of the archive.
    func needsPlace(of index: GzipIndex, at produced: Int) -> Bool {
        state.withLock { state in
            produced - (state.shares[ObjectIdentifier(index)]?.places.last?.produced ?? 0) >= state.distance
        }
    }

    /// Adds a place after the last one of the archive.
    func add(_ place: GzipIndex.Place, of index: GzipIndex) {
        state.withLock { state in
            state.shares[ObjectIdentifier(index), default: Share()].places.append(place)
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
            state.placeCount -= share.places.count
            state.keptBytes -= share.keptBytes
        }
    }
}
