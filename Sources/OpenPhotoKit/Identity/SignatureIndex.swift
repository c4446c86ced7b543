internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization

/// The hashes of a library's signatures, in step with its catalogue.
///
/// Keys are the ids of signatures. An id may lead nowhere any more: then its asset was deleted or signed again.
final class SignatureIndex: Sendable {
    private let catalog: PhotoCatalog
    private let state = Mutex<(hashes: HashIndex, last: Int64)>((HashIndex(), 0))

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// The signatures near to one of these hashes, nearest first, also those that were added just now.
    func candidates(near hashes: [PerceptualHash]) throws -> [(key: Int64, distance: Int)] {
        try state.withLock { state in
            try catalog.forEachHash(after: state.last) { id, hash in
                state.hashes.insert(hash, key: id)
                state.last = id
            }
            return state.hashes.candidates(near: hashes, radius: ContentSignature.candidateRadius)
        }
    }
}
