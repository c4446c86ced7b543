/// The properties of an asset that another photo library stores beside the asset's files.
package struct AssetDescription: Sendable, Hashable, Codable {
    /// The place that the other library states.
    package enum Place: Sendable, Hashable, Codable {
        /// The library does not know whether the asset has a place.
        case unknown
        /// The asset has no place, also if its file states one: the owner removed it.
        case none
        case at(ImageMetadata.Location)
    }

    /// A frame of a burst.
    package struct BurstFrame: Sendable, Hashable, Codable {
        /// Who picked the frame to represent the burst; a later case is stronger.
        package enum Pick: Int, Sendable, Codable, CaseIterable {
            case none, camera, owner

            /// The text in sidecars.
            package var name: String { "\(self)" }
        }

        /// The identifier that the frames of the burst share.
        package let identifier: String
        package let pick: Pick

        package init(identifier: String, pick: Pick) {
            self.identifier = identifier
            self.pick = pick
        }
    }

    package var captureTime: CaptureTime?
    /// Whether the offset of ``captureTime`` is that of the place of capture; otherwise the time is in UTC.
    package var statesZone: Bool = false
    /// Whether the owner may have corrected ``captureTime`` in the other library: a time in UTC then replaces the time
    /// in the asset's file where no time zone explains the difference.
    package var mayBeCorrected: Bool = false
    package var place: Place = .unknown
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    package var isFavorite: Bool = false
    package var isHidden: Bool = false
    package var burst: BurstFrame?

    /// A description without values.
    package init() {}

    /// Whether a text is a value: it is not empty, and has no NUL, which the catalogue does not store.
    package static func isText(_ text: String) -> Bool { !text.isEmpty && !text.utf8.contains(0) }
}

extension AssetDescription {
    /// The maximum difference in degrees between equal places: EXIF has seconds, and Photos rounds them.
    private static let placeTolerance = 0.0001

    /// The maximum difference in seconds between equal times in UTC.
    ///
    /// Google Photos drops fractions of a second, and lets an owner correct a time by whole minutes only.
    private static let instantTolerance = 59.0

    /// The time that replaces the time in the asset's file; `nil` if the file's time stays.
    ///
    /// Photos stores fractions of a second inexactly, so the file's clock stays if it agrees, with the stated zone if
    /// the file states none.
    ///
    /// - Parameter duration: The duration of a video in seconds. Some programs date a video by its end, others by its
    ///   beginning.
    package func captureTime(insteadOf file: CaptureTime?, ofVideoLasting duration: Double = 0) -> CaptureTime? {
        guard let stated = captureTime, let file else { return captureTime }
        guard statesZone else {
            // Without a zone, the stated time is no better than that of the file, unless it is another time.
            let difference = file.wallTime - Double((file.offsetMinutes ?? 0) * 60) - stated.wallTime
            let isOfZone = CaptureTime.isOffsetOfZone(difference, within: Self.instantTolerance + max(0, duration))
            return mayBeCorrected && !isOfZone ? stated : nil
        }
        let difference = (stated.wallTime - file.wallTime).magnitude
        if file.offsetMinutes == stated.offsetMinutes { return difference < 1 ? nil : stated }
        guard file.offsetMinutes == nil, difference < 1 else { return stated }
        return CaptureTime(
            year: file.year, month: file.month, day: file.day, hour: file.hour, minute: file.minute,
            second: file.second, nanosecond: file.nanosecond, offsetMinutes: stated.offsetMinutes)
    }

    /// A place, or no place, that replaces that in a file.
    package enum OtherPlace: Sendable, Hashable {
        /// The place in the file stays.
        case unchanged
        case changed(to: ImageMetadata.Location?)
    }

    /// The place that replaces the place in the asset's file.
    package func place(insteadOf file: ImageMetadata.Location?) -> OtherPlace {
        switch place {
        case .unknown: return .unchanged
        case .none: return file == nil ? .unchanged : .changed(to: nil)
        case .at(let stated):
            guard let file else { return .changed(to: stated) }
            let isEqual =
                abs(file.latitude - stated.latitude) < Self.placeTolerance
                && abs(file.longitude - stated.longitude) < Self.placeTolerance
            return isEqual ? .unchanged : .changed(to: stated)
        }
    }
}
