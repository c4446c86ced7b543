internal import AssetLoading
package import DecoderProcess
package import ImageDecoding
internal import Originals
internal import PhotoModel
package import Thumbnails

extension PhotoLibraryProtocol {
    /// Makes a loader of small pictures of this library's photos.
    ///
    /// - Parameters:
    ///   - cache: The cache of this library; `nil` for none.
    ///   - decoding: The process in which pictures are decoded and encoded.
    ///   - jobs: The number of pictures that are rendered at a time; 0 means one for each core.
    ///   - memory: The memory of the decoders.
    package func thumbnailLoader(
        _ cache: ThumbnailCache?, decoding: DecodingMode = .automatic, jobs: Int = 0,
        memory: DecoderMemoryBudget = .shared
    ) -> ThumbnailLoader {
        ThumbnailLoader(cache: cache, decoding: decoding, jobs: jobs, memory: memory) { [self] resource, policy in
            handle(resource, ResourceRequestOptions(isNetworkAccessAllowed: policy == .network))
        }
    }
}
