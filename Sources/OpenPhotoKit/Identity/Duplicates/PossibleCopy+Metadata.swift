internal import PhotoCatalog
internal import PhotoModel

extension PossibleCopy {
    /// Whether capture times or unique ids are others.
    func metadataDiffers(from other: PossibleCopy) -> Bool {
        differs(from: other) { $0.agrees(with: $1) }
    }

    /// Whether metadata show that neither is the other's copy.
    ///
    /// Fractions of a second count only if both have one that is not 0: copies lose theirs, and many cameras write 0.
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
