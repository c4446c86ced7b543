internal import Foundation
internal import PhotoCatalog
internal import PhotoModel

/// The rules that decide whether two files belong to one asset.
///
/// The same name is never enough: the camera and time, an identifier, or the content of a sidecar must agree too.
enum CompanionRules {
    /// The maximum difference in seconds between the dates of a live photo's video and picture.
    ///
    /// The video begins before the picture and is dated when it was written.
    static let greatestLiveLag = 5.0

    /// The kind of resource that `file` is for `photo`, which is in the same folder.
    ///
    /// `nil` if the file does not belong to the photo.
    ///
    /// - Parameter isOnlyPhoto: Whether no other photo in the folder has the same stem.
    static func kind(of file: FileFacts, beside photo: FileFacts, isOnlyPhoto: Bool) -> AssetResource.Kind? {
        if let sidecar = file.sidecar {
            guard photo.mayHaveSidecars else { return nil }
            return kind(of: sidecar, file, beside: photo, isOnlyPhoto: isOnlyPhoto)
        }
        guard photo.isPhoto else {
            let isEdited = file.format == .video && file.name.role == .editedVideo
            return isEdited && isEdit(file, of: photo) ? .fullSizePhoto : nil
        }
        switch file.format {
        case .video: return kind(ofVideo: file, beside: photo)
        case .raw: return isSameShot(file, photo) && photo.format != .raw ? .alternatePhoto : nil
        default: return file.name.role == .editedPhoto && isEdit(file, of: photo) ? .fullSizePhoto : nil
        }
    }

    private static func kind(
        of sidecar: Sidecar, _ file: FileFacts, beside photo: FileFacts, isOnlyPhoto: Bool
    ) -> AssetResource.Kind? {
        let kind: AssetResource.Kind = sidecar.kind == .adjustments ? .adjustmentData : .sidecar
        // The photo's name inside a sidecar is the best evidence, then the photo's name in the sidecar's file name,
        // then a common stem.
        // darktable's sidecar keeps the earlier name of a renamed photo.
        if sidecar.kind == .xmp, file.name.subject == photo.nameBytes { return kind }
        let isOfOnlyPhoto = isOnlyPhoto && hasSameStem(file, photo)
        // A raw file may have been attached to the JPEG of the same shot.
        func isOfAttachedRaw(_ name: [UInt8]) -> Bool { isOfOnlyPhoto && SourceName(name).role == .raw }
        if let name = sidecar.names {
            return isName(name, of: photo) || isCut(name, photo) || isOfAttachedRaw(name) ? kind : nil
        }
        if let subject = file.name.subject {
            return subject == photo.nameBytes || isOfAttachedRaw(subject) ? kind : nil
        }
        return isOfOnlyPhoto ? kind : nil
    }

    /// Whether `title` names the photo.
    ///
    /// Takeout makes a file name from the photo's title and writes `_` for forbidden characters.
    private static func isName(_ title: [UInt8], of photo: FileFacts) -> Bool {
        title == photo.nameBytes || isForm(title, photo.nameBytes)
    }

    private static func isForm(_ title: [UInt8], _ name: [UInt8]) -> Bool {
        func form(_ bytes: [UInt8]) -> String { TakeoutNames.fileName(of: String(decoding: bytes, as: UTF8.self)) }
        return form(title).lowercased() == form(name).lowercased()
    }

    /// Whether Takeout shortened the photo's file name, or numbered it because two photos have the same title.
    private static func isCut(_ title: [UInt8], _ photo: FileFacts) -> Bool {
        let name = SourceName(title)
        return photo.name.stem.count >= 40
            ? name.stem.starts(with: photo.name.stem) : photo.name.number > 0 && name.stem == photo.name.stem
    }

    /// The kind of a video whose content identifier is that of its picture.
    static func kind(ofLiveVideo video: FileFacts) -> AssetResource.Kind {
        video.name.role == .editedVideo ? .fullSizePairedVideo : .pairedVideo
    }

    private static func kind(ofVideo video: FileFacts, beside photo: FileFacts) -> AssetResource.Kind? {
        let kind = kind(ofLiveVideo: video)
        if let identifier = video.metadata.contentIdentifier, let other = photo.metadata.contentIdentifier {
            if identifier == other { return kind }
            // Apple's Photos gives the edited picture and its video another identifier.
            guard kind == .fullSizePairedVideo else { return nil }
        }
        guard hasSameStem(video, photo), let duration = video.metadata.duration,
            duration <= LivePhotoPairing.longestVideo,
            let filmed = video.metadata.captureTime, let taken = photo.metadata.captureTime
        else { return nil }
        return filmed.isNear(taken, within: greatestLiveLag) ? kind : nil
    }

    /// Whether a raw file and a picture come from the same shot.
    private static func isSameShot(_ file: FileFacts, _ photo: FileFacts) -> Bool {
        guard hasSameStem(file, photo), let camera = file.camera, camera == photo.camera else { return false }
        return hasSameTime(file, photo)
    }

    /// Whether the file is an edit of the photo or video.
    ///
    /// An editor may remove the camera, but does not write another camera.
    private static func isEdit(_ file: FileFacts, of photo: FileFacts) -> Bool {
        guard hasSameStem(file, photo), file.camera == nil || file.camera == photo.camera else { return false }
        return hasSameTime(file, photo)
    }

    private static func hasSameStem(_ file: FileFacts, _ photo: FileFacts) -> Bool {
        file.name.stem == photo.name.stem && file.name.number == photo.name.number
    }

    private static func hasSameTime(_ file: FileFacts, _ photo: FileFacts) -> Bool {
        guard let one = file.metadata.captureTime, let other = photo.metadata.captureTime else { return false }
        return one.agrees(with: other)
    }
}

extension FileFacts {
    /// The make and model of the camera, if the file states them.
    fileprivate var camera: [String]? { metadata.model.map { [metadata.make ?? "", $0] } }
}

extension CaptureTime {
    /// Whether two capture times differ by at most this number of seconds.
    ///
    /// Times whose offsets from UTC are both known are compared as instants. If only one offset is known, the other
    /// time may be of any time zone.
    func isNear(_ other: CaptureTime, within seconds: Double) -> Bool {
        let difference = wallTime - other.wallTime
        return switch (offsetMinutes, other.offsetMinutes) {
        case (let offset?, let otherOffset?): abs(difference - Double((offset - otherOffset) * 60)) <= seconds
        case (nil, nil): abs(difference) <= seconds
        default: Self.isOffsetOfZone(difference, within: seconds)
        }
    }
}
