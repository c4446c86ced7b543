internal import PhotoCatalog
internal import PhotoModel

extension PossibleCopy {
    /// The first criterion in which this photo is better than `other`; `nil` if the other one is better.
    func reasonToKeep(before other: PossibleCopy) -> KeepReason? {
        for reason in KeepReason.allCases {
            switch preference(over: other, by: reason) {
            case 0: continue
            case let preference: return preference > 0 ? reason : nil
            }
        }
        return nil
    }

    /// Positive if this photo is better in this criterion, 0 if both are equal.
    private func preference(over other: PossibleCopy, by reason: KeepReason) -> Int {
        func order<Value: Comparable>(_ mine: Value, _ theirs: Value) -> Int {
            mine == theirs ? 0 : mine > theirs ? 1 : -1
        }
        return switch reason {
        case .undamaged: order(isDamaged ? 0 : 1, other.isDamaged ? 0 : 1)
        case .mostPixels: order(pixels, other.pixels)
        case .rawOriginal: order(isOriginal(.raw) ? 1 : 0, other.isOriginal(.raw) ? 1 : 0)
        case .heicOriginal: order(isOriginal(.heic) ? 1 : 0, other.isOriginal(.heic) ? 1 : 0)
        case .mostMetadata: order(metadataCount, other.metadataCount)
        case .lossless: order(format.isLossless ? 1 : 0, other.format.isLossless ? 1 : 0)
        case .largestFile: order(bytes, other.bytes)
        case .oldestCapture:
            switch (captureTime?.description, other.captureTime?.description) {
            case (let mine?, let theirs?): order(theirs, mine)
            case (.some, nil): 1
            case (nil, .some): -1
            case (nil, nil): 0
            }
        case .firstAdded:
            addedDate == other.addedDate ? order(other.row, row) : order(other.addedDate, addedDate)
        case .chosen: 0
        }
    }

    /// Whether the file has this format, which cameras write, and the capture time that a camera states.
    private func isOriginal(_ format: ImageFormat) -> Bool { self.format == format && captureTime != nil }
}

extension ImageFormat {
    /// Whether the format is lossless.
    ///
    /// A format that may be lossy or lossless does not count.
    fileprivate var isLossless: Bool { [.png, .tiff, .bmp, .raw].contains(self) }
}
