package import AssetLoading
internal import DecoderProcess
internal import Dispatch
internal import ImageDecoding
package import PerceptualHashing
internal import PhotoModel
internal import Synchronization

/// Decodes pictures again, in more detail than a signature has.
///
/// Each call blocks its thread until one file is read and decoded. Memory is bounded as in an inspection.
package final class FinePictureDecoder: Sendable {
    /// Two pixels for each cell of the longer side, so that the cells are resampled.
    private static func rendition(of rendering: ContentSignature.Rendering) -> Rendition {
        Rendition(
            side: .long, pixels: 2 * ComparedPicture.fineSide, quality: 100, convertsColors: rendering == .converted)
    }

    private let loader = AssetLoader(ioJobs: 1, jobs: 1)
    private let decoder: PictureDecoder

    init(_ decoding: DecodingMode) { decoder = PictureDecoder(decoding) }

    /// The fine picture in an analysed file; `nil` if the file has changed or cannot be decoded.
    package func picture(
        of analysis: PhotoAnalysis, _ rendering: ContentSignature.Rendering = .converted
    ) -> ComparedPicture? {
        awaited { completion in
            loader.load(analysis.path, to: .smallInMemory, progress: nil) { [self] file, _ in
                try file.sha256 == analysis.sha256 ? picture(in: file, rendering) : nil
            } completion: {
                completion($0)
            }
        }
    }

    /// The fine picture in a file of a library; `nil` if it cannot be read or decoded.
    package func picture(
        of resource: ResourceHandle, _ rendering: ContentSignature.Rendering = .converted
    ) -> ComparedPicture? {
        awaited { completion in
            loader.load(resource, to: .smallInMemory, progress: nil) { [self] file, _ in
                try picture(in: file, rendering)
            } completion: {
                completion($0)
            }
        }
    }

    /// Ends the decoder's workers.
    ///
    /// Call it after the last picture.
    package func finish() { decoder.endWorkers() }

    private func picture(in file: LoadedFile, _ rendering: ContentSignature.Rendering) throws -> ComparedPicture? {
        ComparedPicture(try decoder.pixels(file.descriptor, size: file.size, as: Self.rendition(of: rendering)))
    }

    private func awaited(
        _ load: (@escaping @Sendable (Result<(LoadedFile, ComparedPicture?), any Error>) -> Void) -> Void
    ) -> ComparedPicture? {
        let picture = Mutex<ComparedPicture?>(nil)
        let isLoaded = DispatchSemaphore(value: 0)
        load { result in
            picture.withLock { $0 = try? result.get().1 }
            isLoaded.signal()
        }
        isLoaded.wait()
        return picture.withLock { $0 }
    }
}
