internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization

extension OffloadObstacle {
    /// The name in JSON.
    var name: String {
        switch self {
        case .notFound: "notFound"
        case .deleted: "deleted"
        case .pinned: "pinned"
        case .alreadyElsewhere: "alreadyElsewhere"
        case .reference: "reference"
        case .damaged: "damaged"
        case .tooFewCopies: "tooFewCopies"
        case .copyMissing: "copyMissing"
        case .storeUnavailable: "storeUnavailable"
        case .sameDisk: "sameDisk"
        case .keyNotConfirmed: "keyNotConfirmed"
        case .noPreview: "noPreview"
        case .notSigned: "notSigned"
        }
    }

    /// Why the files stay and what to do, for a person.
    var sentence: String {
        switch self {
        case .notFound: "The library has no such photo."
        case .deleted: "The photo is recently deleted."
        case .pinned: "You pinned the photo to this computer: photos load --unpin ID."
        case .alreadyElsewhere: "Its original is not on this computer."
        case .reference: "One of its files is outside of the library, and only you remove such files."
        case .damaged: "A check found one of its files damaged: photos verify."
        case .tooFewCopies(let found, let needed):
            "Its copies are at \(counted(found, "site")), and \(needed) are needed: photos mirror, or add a store."
        case .copyMissing(let store): "The store “\(store)” lost its copy or has other bytes: photos mirror."
        case .storeUnavailable(let store): "The store “\(store)” cannot be reached, so its copies do not count."
        case .sameDisk(let store): "The store “\(store)” is on the library's disk, so its copies do not count."
        case .keyNotConfirmed(let store):
            "The key of the store “\(store)” is on this computer only, as far as is known: photos stores key \(store) --export FILE, "
                + "then --check FILE."
        case .noPreview: "No preview of its picture can be made, so it could not be seen any more."
        case .notSigned: "Its picture has no signature of this version to compare it with others: photos duplicates."
        }
    }
}

/// The reasons why photos stay, counted.
final class OffloadReasons: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ item: OffloadedItem) {
        guard case .kept(let obstacle) = item.outcome else { return }
        counts.withLock { $0[obstacle.sentence, default: 0] += 1 }
    }

    /// The sentences with their numbers of photos, the most frequent first.
    var sentences: [(sentence: String, count: Int)] {
        counts.withLock { $0.map { ($0.key, $0.value) } }.sorted { ($0.1, $1.0) > ($1.1, $0.0) }
    }
}
