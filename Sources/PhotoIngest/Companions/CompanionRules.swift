internal import Foundation
internal import PhotoModel

/// The rules by which files are one asset.
///
/// A common name is never enough: camera and time, an identifier, or what a sidecar says must agree too.
enum CompanionRules {
    /// A live photo's video is about three seconds long.
    static let longestLiveVideo = 5.0
    /// A live photo's video begins before its picture and is dated when it was written.
    static let greatestLiveLag = 5.0

    /// What `file` is to `photo`, which lies in the same folder; `nil` if it does not belong to it.
    ///
    /// - Parameter isOnlyPhoto: Whether no other photo of the folder has the same stem.
    static func kind(of file: FileFacts, beside photo: FileFacts, isOnlyPhoto: Bool) -> AssetResource.Kind? {
        if let sidecar = file.sidecar {
            guard photo.mayHaveSidecars else { return nil }
            return kind(of: sidecar, file, beside: photo, isOnlyPhoto: isOnlyPhoto)
        }
        guard photo.isPhoto else { return nil }
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
        // What the file says of itself counts more than its name, and its name more than that of the photo.
        if let names = sidecar.names { return isName(names, of: photo) || isCut(names, photo) ? kind : nil }
        if let subject = file.name.subject { return subject == photo.nameBytes ? kind : nil }
        return isOnlyPhoto && hasSameStem(file, photo) ? kind : nil
    }

    /// Takeout makes a file's name of the photo's title: what file systems forbid becomes `_`.
    private static func isName(_ title: [UInt8], of photo: FileFacts) -> Bool {
        title == photo.nameBytes || isForm(title, photo.nameBytes)
    }

    private static func isForm(_ title: [UInt8], _ name: [UInt8]) -> Bool {
        func form(_ bytes: [UInt8]) -> String {
            let text = String(decoding: bytes, as: UTF8.self).precomposedStringWithCanonicalMapping
            return String(text.map { "&<>:\"/\\|?*%'#".contains($0) ? "_" : $0 })
        }
        return form(title) == form(name)
    }

    /// Takeout names the photo by its title, and cuts the photo's own name or numbers it when two are the same.
    private static func isCut(_ title: [UInt8], _ photo: FileFacts) -> Bool {
        let name = SourceName(title)
        return photo.name.stem.count >= 40
            ? name.stem.starts(with: photo.name.stem) : photo.name.number > 0 && name.stem == photo.name.stem
    }

    private static func kind(ofVideo video: FileFacts, beside photo: FileFacts) -> AssetResource.Kind? {
        let kind: AssetResource.Kind = video.name.role == .editedVideo ? .fullSizePairedVideo : .pairedVideo
        if let identifier = video.metadata.contentIdentifier, let other = photo.metadata.contentIdentifier {
            return identifier == other ? kind : nil
        }
        guard hasSameStem(video, photo), let duration = video.metadata.duration, duration <= longestLiveVideo,
            let filmed = video.metadata.captureTime, let taken = photo.metadata.captureTime
        else { return nil }
        return filmed.isNear(taken, within: greatestLiveLag) ? kind : nil
    }

    /// Whether a raw file and a picture are of one release of the shutter.
    private static func isSameShot(_ file: FileFacts, _ photo: FileFacts) -> Bool {
        guard hasSameStem(file, photo), let camera = file.camera, camera == photo.camera else { return false }
        return hasSameTime(file, photo)
    }

    /// An editor may leave the camera out, but not name another one.
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
    /// The camera, as far as the file names one.
    fileprivate var camera: [String]? { metadata.model.map { [metadata.make ?? "", $0] } }
}

extension CaptureTime {
    /// Seconds from 1970 to the time on the clock, as if it showed UTC, with the fraction if it is stated.
    var wallTime: Double { Double(wallSeconds) + Double(nanosecond ?? 0) / 1e9 }

    /// Whether two clocks were read within some seconds of each other.
    ///
    /// Times whose offsets from UTC are both known are compared as instants. If only one is, the other's wall clock may
    /// be of any zone: zones differ from UTC by a multiple of 15 minutes, at most 14 hours.
    func isNear(_ other: CaptureTime, within seconds: Double) -> Bool {
        var difference = wallTime - other.wallTime
        switch (offsetMinutes, other.offsetMinutes) {
        case (let offset?, let otherOffset?):
            difference -= Double((offset - otherOffset) * 60)
        case (nil, nil):
            break
        default:
            let quarter = 15.0 * 60
            guard abs(difference) <= 14 * 3600 + seconds else { return false }
            difference = difference.remainder(dividingBy: quarter)
        }
        return abs(difference) <= seconds
    }
}
