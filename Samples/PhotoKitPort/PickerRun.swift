import PhotosUI
import UIKit

/// Runs one of the samples that present a page, with a library that `$PHOTOS_LIBRARY` or `$PHOTOS_SOCKET` names.
///
/// Lines of standard input are what a person does in the app: `present` presents the picker, `next` shows the next
/// item, and `look` prints what is shown. The app ends with standard input.
@MainActor struct PickerRun {
    private let present: () -> Void
    private let next: () -> Void
    /// The views of the storyboard, to which a sample's outlets are weak references.
    private let imageView = PrintingImageView()
    private let livePhotoView = PrintingLivePhotoView()
    private let progressView = PrintingProgressView()

    nonisolated static let names = [
        "images", "motion", "single", "single-demo", "multiple-demo", "photokit", "ordered", "adjustable", "progress",
        "limited", "demo",
    ]

    /// `nil` if there is no sample of this name in ``names``.
    init?(_ name: String) {
        switch name {
        case "images":
            self.init(ConfiguredPickerViewController(PickerConfigurations.anyNumberOfImages)) { $0.presentPicker($0) }
        case "motion":
            self.init(ConfiguredPickerViewController(PickerConfigurations.anythingThatMoves)) { $0.presentPicker($0) }
        case "single": self.init(SingleSelectionPickerViewController()) { $0.presentPicker($0) }
        case "single-demo":
            self.init(SingleImageViewController()) {
                $0.presentPicker($0)
            } storyboard: {
                $0.imageView = $1.imageView
            }
        case "multiple-demo":
            self.init(ImagesViewController()) {
                $0.presentPicker($0)
            } next: {
                $0.touchesEnded([UITouch()], with: nil)
            } storyboard: {
                $0.imageView = $1.imageView
            }
        case "photokit": self.init(PhotoKitPickerViewController()) { $0.presentPicker($0) }
        case "ordered": self.init(OrderedPickerViewController()) { $0.presentPicker($0) }
        case "adjustable": self.init(AdjustablePickerViewController()) { $0.presentPicker($0) }
        case "progress":
            self.init(ProgressViewController()) {
                $0.presentPicker($0)
            } storyboard: {
                $0.progressView = $1.progressView
            }
        case "limited": self.init(LimitedSelectionViewController()) { $0.presentPicker($0) }
        case "demo":
            self.init(PickerDemoViewController()) {
                $0.presentPicker($0)
            } next: {
                $0.displayNext()
            } storyboard: {
                $0.imageView = $1.imageView
                $0.livePhotoView = $1.livePhotoView
            }
        default: return nil
        }
    }

    private init<Controller: UIViewController>(
        _ controller: Controller, present: @escaping @MainActor (Controller) -> Void,
        next: @escaping @MainActor (Controller) -> Void = { _ in },
        storyboard: @MainActor (Controller, PickerRun) -> Void = { _, _ in }
    ) {
        self.present = { present(controller) }
        self.next = { next(controller) }
        storyboard(controller, self)
    }

    func run() async {
        for await line in Self.lines {
            switch line {
            case "present": present()
            case "next": next()
            case "look": report("Looks at: \(imageView.image?.text ?? "nothing")")
            default: report("Unknown: \(line)")
            }
        }
    }

    /// The lines of standard input.
    private static var lines: AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }
}

/// Prints what it shows.
final class PrintingImageView: UIImageView {
    override var image: UIImage? {
        didSet { if let image { report("Shown: \(image.text)") } }
    }
}

/// Prints what it shows.
final class PrintingLivePhotoView: PHLivePhotoView {
    override var livePhoto: PHLivePhoto? {
        didSet { if let livePhoto { report("Live Photo: \(Int(livePhoto.size.width))×\(Int(livePhoto.size.height))") } }
    }
}

/// Prints how much is done, in whole percent, as it grows.
final class PrintingProgressView: UIProgressView {
    override var observedProgress: Progress? {
        didSet {
            guard let observedProgress else { return }
            Task {
                var shown = 0
                while !observedProgress.isFinished, !observedProgress.isCancelled {
                    let percent = Int(observedProgress.fractionCompleted * 100)
                    if percent > shown, percent < 100 { report("Progress: \(percent) %") }
                    shown = max(shown, percent)
                    try? await Task.sleep(for: .milliseconds(50))
                }
            }
        }
    }
}

/// Prints a line at once, also into a pipe.
func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Prints the name and the types of a selected photo.
func report(_ result: PHPickerResult) {
    let itemProvider = result.itemProvider
    report(
        "\(itemProvider.suggestedName ?? "no name"): \(itemProvider.registeredTypeIdentifiers.joined(separator: ", "))")
}

extension UIImage {
    /// The size, for the output.
    var text: String { "\(Int(size.width))×\(Int(size.height))" }
}
