internal import AssetLoading
internal import DecoderProcess
internal import Dispatch
internal import ImageDecoding
package import Originals
package import PerceptualHashing
internal import PhotoModel
internal import Synchronization

/// Decodes pictures again, in more detail than a signature has.
///
/// Each call blocks its thread until one file is read and decoded. Memory is bounded as in an inspection.
package final class FinePictureDecoder: Sendable {
    /// A file whose picture is decoded again.
    package enum Source: Sendable {
        /// An analysed file; it has no picture if it has changed.
        case file(PhotoAnalysis)
        /// A file of a library.
        case resource(ResourceHandle)
    }

    private let loader = AssetLoader(ioJobs: 1, jobs: 1)
    private let decoder: PictureDecoder

    init(_ decoding: DecodingMode) { decoder = PictureDecoder(decoding) }

    /// The picture in 256×256 cells; `nil` if the file cannot be read or decoded.
    package func picture(
        of source: Source, _ rendering: ContentSignature.Rendering = .converted
    ) -> ComparedPicture? {
        // Two pixels for each cell of the longer side, so that the cells are resampled.
        pixels(of: source, rendering, longestSide: 2 * ComparedPicture.fineSide).flatMap { ComparedPicture($0) }
    }

    /// The picture at its own resolution, with at most this long side; `nil` if the file cannot be read or decoded.
    package func detailedPicture(
        of source: Source, _ rendering: ContentSignature.Rendering, longestSide: Int
    ) -> DetailedPicture? {
        pixels(of: source, rendering, longestSide: longestSide).flatMap { DetailedPicture($0) }
    }

    /// Ends the decoder's workers.
    ///
    /// Call it after the last picture.
    package func finish() { decoder.endWorkers() }

    private func pixels(
        of source: Source, _ rendering: ContentSignature.Rendering, longestSide: Int
    ) -> PixelBuffer? {
        let rendition = Rendition(
            side: .long, pixels: longestSide, quality: 100, convertsColors: rendering == .converted)
        return awaited { completion in
            switch source {
            case .file(let analysis):
                loader.load(analysis.path, to: .smallInMemory, progress: nil) { [self] file, _ in
                    try file.sha256 == analysis.sha256 ? pixels(in: file, rendition) : nil
                } completion: {
                    completion($0)
                }
            case .resource(let resource):
                loader.load(resource, to: .smallInMemory, progress: nil) { [self] file, _ in
                    try pixels(in: file, rendition)
                } completion: {
                    completion($0)
                }
            }
        }
    }

    private func pixels(in file: LoadedFile, _ rendition: Rendition) throws -> PixelBuffer? {
        try decoder.pixels(file.descriptor, size: file.size, as: rendition)
    }

    private func awaited(
        _ load: (@escaping @Sendable (Result<(LoadedFile, PixelBuffer?), any Error>) -> Void) -> Void
    ) -> PixelBuffer? {
        let pixels = Mutex<PixelBuffer?>(nil)
        let isLoaded = DispatchSemaphore(value: 0)
        load { result in
            pixels.withLock { $0 = try? result.get().1 }
            isLoaded.signal()
        }
        isLoaded.wait()
        return pixels.withLock { $0 }
    }
}
