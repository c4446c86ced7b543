internal import CImageShims
internal import PhotoModel

/// Encodes rows of an upright picture as a baseline JPEG without metadata: 4:2:0, from quality 90 on 4:4:4.
///
/// The bytes leave it as soon as they are encoded, so its memory does not depend on the height of the picture.
final class JPEGEncoding: RowConsumer {
    private let quality: Int
    private let take: RenditionOutput
    private var encoder: OpaquePointer?
    private var hasFailed = false

    /// - Parameter take: Gets the bytes of the file, in pieces.
    init(quality: Int, _ take: @escaping RenditionOutput) {
        self.quality = quality
        self.take = take
    }

    deinit { if let encoder { opk_jpeg_encoder_destroy(encoder) } }

    func begin(_ size: PixelSize, channels: Int) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        encoder = opk_jpeg_encoder_create(
            { context, bytes, count in
                guard let context else { return }
                Unmanaged<JPEGEncoding>.fromOpaque(context).takeUnretainedValue()
                    .take(UnsafeRawBufferPointer(start: bytes, count: count))
            }, context)
        check {
            opk_jpeg_encoder_start(
                $0, UInt32(clamping: size.width), UInt32(clamping: size.height), Int32(channels), Int32(quality))
        }
    }

    func add(_ row: UnsafeBufferPointer<UInt8>) {
        guard let samples = row.baseAddress else { return }
        check { opk_jpeg_encoder_add($0, samples) }
    }

    func end() throws(PhotoLibraryError) {
        check { opk_jpeg_encoder_finish($0) }
        guard !hasFailed else {
            throw PhotoLibraryError(.limitExceeded, "There is too little memory to encode the picture.")
        }
    }

    private func check(_ step: (OpaquePointer) -> Bool) {
        guard !hasFailed, let encoder, step(encoder) else {
            hasFailed = true
            return
        }
    }
}
