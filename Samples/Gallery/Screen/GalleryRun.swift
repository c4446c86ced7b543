import Photos
import PhotosUI
import UIKit

/// Runs the gallery without a screen, with the library that `$PHOTOS_LIBRARY` or `$PHOTOS_SOCKET` names.
///
/// `gallery scroll` scrolls through all photos and prints what happened; the exit code is 1 if a request was not
/// answered as documented. `gallery` reads from standard input what a person does, a line for each action.
@main @MainActor struct GalleryRun {
    private let controller = AssetGridViewController()

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.isEmpty || arguments == ["scroll"] else { fail("usage: gallery [scroll]", 64) }
        if let reason = PHPhotoLibrary.shared().unavailabilityReason {
            fail("No library: \(reason.localizedDescription)", 1)
        }
        let run = GalleryRun()
        if arguments.isEmpty { await run.followPerson() } else { await run.scroll() }
    }

    /// Ends the program with an error and the exit code.
    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }

    private func scroll() async {
        controller.loadViewIfNeeded()
        let clock = ContinuousClock()
        let start = clock.now
        var trace = ScrollTrace(controller.grid)
        await trace.run()
        let entries = RequestLog.shared.entries
        let seconds = Double((clock.now - start) / .milliseconds(1)) / 1000
        report("cells without a picture: \(trace.assetsWithoutPicture.count)")
        report("cells: \(controller.numberOfItems)")
        report("frames: \(trace.frames)")
        report("seconds: \(seconds)")
        report("requests: \(entries.count)")
        report("degraded: \(entries.reduce(0) { $0 + $1.degraded })")
        report("final: \(entries.reduce(0) { $0 + $1.final })")
        report("cancelled: \(entries.reduce(0) { $0 + $1.cancelled })")
        report("failed: \(entries.reduce(0) { $0 + $1.errors.count })")
        report("late: \(entries.reduce(0) { $0 + $1.late })")
        report("wrong: \(RequestLog.shared.wrongCount)")
        report("memory at the start: \(trace.memory) KiB")
        report("memory above the start: \(max(0, trace.largestMemory - trace.memory)) KiB")
        if RequestLog.shared.wrongCount > 0 { exit(1) }
    }

    private func followPerson() async {
        guard await controller.askForAccess() else { exit(1) }
        controller.loadViewIfNeeded()
        report("Photos: \(controller.numberOfItems)")
        for await line in standardInputLines {
            let words = line.split(separator: " ")
            do {
                switch words.first {
                case "open": await open(words.last.flatMap { Int($0) })
                case "favorite": try await detail?.toggleFavorite()
                case "delete": try await detail?.delete()
                case "close": detail?.dismiss(animated: true)
                case "pick": controller.pickPhotos()
                case "more": controller.selectMorePhotos()
                default: report("Unknown: \(line)")
                }
            } catch { report("Failed: \(error)") }
        }
    }

    /// The photo that is shown; says so if there is none.
    private var detail: AssetViewController? {
        let detail = controller.presentedViewController as? AssetViewController
        if detail == nil { report("No photo is open. Open one by its number: open 0") }
        return detail
    }

    /// Shows a photo, and waits until its picture is shown or cannot be.
    private func open(_ index: Int?) async {
        guard let index, 0..<controller.numberOfItems ~= index else {
            return report(
                "There is no photo of this number. The first is 0, and there are \(controller.numberOfItems).")
        }
        // Only one is shown at a time.
        controller.dismiss(animated: false)
        let detail = controller.open(index)
        if detail.imageView.image == nil, detail.livePhotoView.livePhoto == nil {
            await withCheckedContinuation { ended in detail.didEnd = { ended.resume() } }
        }
        if let livePhoto = detail.livePhotoView.livePhoto {
            report("Live Photo: \(Int(livePhoto.size.width))×\(Int(livePhoto.size.height))")
        } else {
            report("Photo: \(detail.imageView.image?.text ?? "none")")
        }
    }
}

/// The lines of standard input.
private var standardInputLines: AsyncStream<String> {
    AsyncStream { lines in
        Thread.detachNewThread {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
        }
    }
}

/// Prints a line at once, also into a pipe.
func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

extension UIImage {
    /// The size, for the output.
    var text: String { "\(Int(size.width))×\(Int(size.height))" }
}
