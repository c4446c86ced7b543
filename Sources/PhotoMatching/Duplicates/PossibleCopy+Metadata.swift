internal import PhotoCatalog
internal import PhotoModel

extension PossibleCopy {
    /// Whether the capture times or the unique ids differ.
    func metadataDiffers(from other: PossibleCopy) -> Bool {
        differs(from: other) { $0.agrees(with: $1) }
    }

    /// Whether metadata show that neither photo is a copy of the other.
    ///
    /// Fractions of a second count only if both are present and not 0: copies lose them, and many cameras write 0.
    func isExcluded(beside other: PossibleCopy) -> Bool {
        differs(from: other) { mine, theirs in
            mine.isInSameSecond(as: theirs)
                && (mine.agrees(with: theirs) || mine.nanosecond == 0 || theirs.nanosecond == 0)
        }
    }

    private func differs(
        from other: PossibleCopy, unless timesAgree: (CaptureTime, CaptureTime) -> Bool
    ) -> Bool {
        if let mine = imageUniqueID, let theirs = other.imageUniqueID, mine != theirs { return true }
        guard let mine = captureTime, let theirs = other.captureTime else { return false }
        return !timesAgree(mine, theirs)
    }
}
