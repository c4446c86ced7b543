internal import Dispatch
internal import PerceptualHashing
package import PhotoCatalog
package import PhotoInspection
package import PhotoModel

/// Finds the assets of one library of which a picture shows the whole or a part: cropped, mirrored or with a border.
///
/// All thumbnails of the library are compared, so the time grows with the library: first in 16×16 cells, then the best
/// few in 64×64 cells. No file of the library is read. The memory does not depend on the library.
package struct PartFinder: Sendable {
    /// The maximum number of matches of an answer.
    private static let mostMatches = 5
    /// The number of pictures that are compared closely.
    private static let mostCandidates = 16
    /// The number of thumbnails that are read at a time.
    private static let batchSize = 2048

    private let catalog: PhotoCatalog
    private let decoder: FinePictureDecoder

    package init(_ catalog: PhotoCatalog, _ decoder: FinePictureDecoder) {
        self.catalog = catalog
        self.decoder = decoder
    }

    /// The answer with the partial matches of a picture in a file, if the answer has no candidates.
    ///
    /// - Parameter isCancelled: Called several times a second. If it returns `true`, the answer stays as it is.
    package func complete(
        _ answer: Resolution, for analysis: PhotoAnalysis, isCancelled: () -> Bool
    ) throws -> Resolution {
        guard answer.candidates.isEmpty, let size = analysis.signature?.size,
            let picture = decoder.picture(of: .file(analysis))
        else { return answer }
        let query = PartQuery(picture, size: size)
        var candidates: [Candidate] = []
        var last: Int64 = 0
        while true {
            let thumbnails = try catalog.thumbnails(after: last, limit: Self.batchSize)
            guard let end = thumbnails.last else { break }
            guard !isCancelled() else { return answer }
            candidates = Self.best(candidates + Self.concurrently(thumbnails) { Candidate($0, query) })
            last = end.signatureID
        }
        let matches = Self.concurrently(candidates) { $0.match(query) }
        let content = try CloudIdentifier.Evidence(analysis).content
        var completed = answer
        completed.partialMatches = try assets(
            matches.sorted { $0.match.score > $1.match.score },
            decidedOther: catalog.decisions(about: content).others(than: content, isSame: false))
        return completed
    }

    private static func best(_ candidates: [Candidate]) -> [Candidate] {
        Array(candidates.sorted { $0.coarse.score > $1.coarse.score }.prefix(mostCandidates))
    }

    /// The results that are not `nil`, in order, computed on all cores.
    private static func concurrently<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ value: @Sendable (Element) -> Value?
    ) -> [Value] {
        let values = [Value?](unsafeUninitializedCapacity: elements.count) { buffer, count in
            buffer.initialize(repeating: nil)
            // Each iteration writes its own element only.
            nonisolated(unsafe) let results = buffer
            DispatchQueue.concurrentPerform(iterations: elements.count) { results[$0] = value(elements[$0]) }
            count = elements.count
        }
        return values.compactMap(\.self)
    }

    /// The partial matches, one for each asset.
    ///
    /// - Parameter excluded: The contents that the user decided are other photos.
    private func assets(
        _ matches: [(signatureID: Int64, match: PartQuery.Match)], decidedOther excluded: Set<[UInt8]>
    ) throws -> [PartialMatch] {
        var seen: Set<String> = []
        var found: [PartialMatch] = []
        for (signatureID, match) in matches where found.count < Self.mostMatches {
            // The asset may have been deleted in the meantime.
            guard let asset = try catalog.signedAsset(signatureID), seen.insert(asset.localIdentifier).inserted
            else { continue }
            found.append(
                PartialMatch(
                    localIdentifier: asset.localIdentifier, isEdited: asset.picture == .edited, score: match.score,
                    isMirrored: match.isMirrored, part: match.part, requestedPart: match.requestedPart,
                    isDecidedOther: excluded.contains(asset.content)))
        }
        return found
    }
}

/// A thumbnail that agrees with the query in coarse cells.
private struct Candidate: Sendable {
    let thumbnail: SignedThumbnail
    let coarse: PartQuery.Coarse

    init?(_ thumbnail: SignedThumbnail, _ query: PartQuery) {
        guard let coarse = thumbnail.levels.withUnsafeBufferPointer({ query.coarse($0, thumbnail.size) })
        else { return nil }
        self.thumbnail = thumbnail
        self.coarse = coarse
    }

    func match(_ query: PartQuery) -> (signatureID: Int64, match: PartQuery.Match)? {
        guard let levels = Thumbnail(levels: thumbnail.levels), let match = query.match(levels, coarse) else {
            return nil
        }
        return (thumbnail.signatureID, match)
    }
}
