package import AssetLoading
package import Originals
package import PhotoCatalog
package import PhotoInspection
package import PhotoModel
internal import Synchronization

/// Computes the signatures again that have an older version, and those of pictures that an earlier build did not
/// decode.
package struct SignatureRenewal {
    private let catalog: PhotoCatalog
    private let handle: (AssetResource) -> ResourceHandle

    /// - Parameter handle: Makes the handle by which the bytes of a resource are opened.
    package init(_ catalog: PhotoCatalog, handle: @escaping (AssetResource) -> ResourceHandle) {
        self.catalog = catalog
        self.handle = handle
    }

    /// Reads the files on this thread's behalf and blocks.
    ///
    /// - Returns: The number of pictures with a new signature.
    package func run(_ inspector: PhotoInspector, _ loading: LoadProgress) throws -> Int {
        let pictures =
            try catalog.outdatedPictures().map(Picture.outdated) + catalog.unsignedPictures().map(Picture.unsigned)
        let handles = pictures.map { handle($0.file) }
        let batches = Mutex(SignatureBatches(catalog: catalog))
        inspector.inspect(handles, loading: loading) { index, analysis in
            guard let analysis = try? analysis.get() else { return }
            batches.withLock { $0.add(pictures[index], analysis) }
        }
        let signed = try batches.withLock { try $0.finish() }
        if !loading.isCancelled, try !catalog.hasExaminedPictures() { try catalog.record(.examinedPictures) }
        return signed
    }
}

/// A picture that is signed.
private enum Picture {
    case outdated(OutdatedPicture)
    case unsigned(UnsignedPicture)

    /// The file that has the picture.
    var file: AssetResource {
        switch self {
        case .outdated(let picture): picture.file
        case .unsigned(let picture): picture.file
        }
    }
}

/// Writes new signatures to the catalogue in batches, so that an interrupted run can be resumed.
private struct SignatureBatches {
    let catalog: PhotoCatalog
    private var renewed: [PictureSignature] = []
    private var decoded: [RenewedPicture] = []
    private var count = 0
    private var failure: (any Error)?

    init(catalog: PhotoCatalog) { self.catalog = catalog }

    mutating func add(_ picture: Picture, _ analysis: PhotoAnalysis) {
        switch picture {
        case .outdated(let picture):
            let signature = picture.picture.isCompared(in: analysis.condition) ? analysis.signature : nil
            renewed.append(PictureSignature(resourceID: picture.resourceID, picture.picture, signature: signature))
        case .unsigned(let picture):
            guard analysis.condition != .unsupported else { return }
            decoded.append(RenewedPicture(picture, analysis.file))
        }
        if renewed.count + decoded.count == 200 { commit() }
    }

    private mutating func commit() {
        guard failure == nil else { return }
        do {
            if !renewed.isEmpty { try catalog.record(.signatures(renewed)) }
            if !decoded.isEmpty { try catalog.record(.renewedPictures(decoded)) }
            count += renewed.count + decoded.count { $0.file.signature != nil }
            (renewed, decoded) = ([], [])
        } catch { failure = error }
    }

    /// The number of pictures with a new signature.
    mutating func finish() throws -> Int {
        commit()
        if let failure { throw failure }
        return count
    }
}
