internal import DecoderProcess
internal import Foundation
internal import PhotosCommands

@main
struct Photos {
    /// Synchronous, because a decoder worker must have only one thread when it enters its sandbox.
    static func main() {
        DecoderWorker.runIfAsked()
        fillStandardDescriptors()
        Task { await PhotosCommand.start() }
        // dispatchMain() would end the main thread, and /proc/self would show a dead thread.
        while true { RunLoop.main.run() }
    }

    /// Opens /dev/null for closed standard descriptors.
    ///
    /// Otherwise the first opened file would become standard input or output.
    private static func fillStandardDescriptors() {
        for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
