internal import DecoderProcess
internal import Foundation
internal import PhotosCommands

@main
struct Photos {
    /// Not asynchronous: a decoder worker must have one thread when it closes its jail.
    static func main() {
        DecoderWorker.runIfAsked()
        Task { await PhotosCommand.start() }
        // Not dispatchMain(), which ends the main thread, and with it what /proc/self says of this process.
        while true { RunLoop.main.run() }
    }
}
