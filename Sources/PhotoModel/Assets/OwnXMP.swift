/// The name space of XMP properties that no standard has: `Favorite` and `Hidden`, which are `True` or missing;
/// `Albums`, a list of ``AlbumPath/text``; `Changed`, a list of ``Change``; `Burst`, the identifier that the frames of
/// a burst share; and `BurstPick`, the ``AssetDescription/BurstFrame/Pick/name`` of a frame that was picked.
package enum OwnXMP {
    package static let namespace = "urn:openphotokit:xmp:1.0:"

    /// The record of an export, in its folder: what was written, one JSON object a line.
    package static let exportRecordFile = ".photos-export.jsonl"

    /// The file in the folder of an export whose `Albums` are those without exported photos.
    package static let albumsFile = ".photos-export.xmp"

    /// A property that the owner set, so that it counts although the photo's own file states another value.
    package enum Change: String, Sendable {
        /// `exif:DateTimeOriginal`.
        case time = "DateTimeOriginal"
        /// `exif:GPSLatitude` and `exif:GPSLongitude`; without them the owner removed the place.
        case place = "GPS"
    }
}
