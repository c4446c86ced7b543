internal import DecoderProcess
internal import Foundation
internal import PhotosCommands

@main
struct Photos {
    /// Not asynchronous: a decoder worker must have one thread when it closes its jail.
    static func main() {
        DecoderWorker.runIfAsked()
        fillStandardDescriptors()
        Task { await PhotosCommand.start() }
        // Not dispatchMain(), which ends the main thread, and with it what /proc/self says of this process.
        while true { RunLoop.main.run() }
    }

    /// Where the caller closed one, the first file that is opened would be taken for standard input or output.
    private static func fillStandardDescriptors() {
        for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
