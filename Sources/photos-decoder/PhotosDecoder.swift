internal import DecoderProcess
internal import Foundation

/// The decoder worker that programs with the library find by themselves: see `DecodingMode.automatic`.
@main
struct PhotosDecoder {
    static func main() {
        DecoderWorker.runIfAsked()
        let message = "photos-decoder decodes pictures for programs that use OpenPhotoKit, which start it.\n"
        FileHandle.standardError.write(Data(message.utf8))
        exit(64)
    }
}
