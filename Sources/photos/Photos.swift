internal import DecoderProcess
internal import Dispatch
internal import PhotosCommands

@main
struct Photos {
    /// Not asynchronous: a decoder worker must have one thread when it closes its jail.
    static func main() {
        DecoderWorker.runIfAsked()
        Task { await PhotosCommand.start() }
        dispatchMain()
    }
}
