import PhotosCompat

/// Runs one of the samples that present a page, with a library that `$PHOTOS_LIBRARY` or `$PHOTOS_SOCKET` names.
///
/// Lines of standard input are what a person does in the app: `present` presents the picker, and `next` shows the next
/// item. The app ends with standard input.
@MainActor struct PickerRun {
    private let present: () -> Void
    private let next: () -> Void

    /// `nil` if there is no such sample.
    init?(_ name: String) {
        switch name {
        case "images":
            self.init(ConfiguredPickerViewController(PickerConfigurations.anyNumberOfImages)) { $0.presentPicker($0) }
        case "motion":
            self.init(ConfiguredPickerViewController(PickerConfigurations.anythingThatMoves)) { $0.presentPicker($0) }
        case "single": self.init(SingleSelectionPickerViewController()) { $0.presentPicker($0) }
        case "single-demo": self.init(SingleImageViewController()) { $0.presentPicker($0) }
        case "multiple-demo":
            self.init(ImagesViewController()) {
                $0.presentPicker($0)
            } next: {
                $0.displayNextImage()
            }
        case "photokit": self.init(PhotoKitPickerViewController()) { $0.presentPicker($0) }
        case "ordered": self.init(OrderedPickerViewController()) { $0.presentPicker($0) }
        case "adjustable": self.init(AdjustablePickerViewController()) { $0.presentPicker($0) }
        case "progress": self.init(ProgressViewController()) { $0.presentPicker($0) }
        case "limited": self.init(LimitedSelectionViewController()) { $0.presentPicker($0) }
        case "demo":
            self.init(PickerDemoViewController()) {
                $0.presentPicker($0)
            } next: {
                $0.displayNext()
            }
        default: return nil
        }
    }

    private init<Controller: UIViewController>(
        _ controller: Controller, present: @escaping @MainActor (Controller) -> Void,
        next: @escaping @MainActor (Controller) -> Void = { _ in }
    ) {
        self.present = { present(controller) }
        self.next = { next(controller) }
    }

    func run() async {
        for await line in Self.lines {
            switch line {
            case "present": present()
            case "next": next()
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
