/// The plan to merge a group of duplicates into one photo.
///
/// It has the photo to keep, the photos to delete, and the properties that the kept photo gets from the deleted photos.
/// An app can show a plan first and apply it later.
public struct DuplicatePlan: Sendable, Hashable {
    /// A membership in an album.
    public struct Membership: Sendable, Hashable {
        /// The album.
        public let albumIdentifier: String
        /// The album's title.
        public let title: String
        /// The member of the album that is deleted, and whose position the kept photo takes.
        public let replacedIdentifier: String

        package init(albumIdentifier: String, title: String, replacedIdentifier: String) {
            self.albumIdentifier = albumIdentifier
            self.title = title
            self.replacedIdentifier = replacedIdentifier
        }
    }

    /// The properties that the kept photo gets because it lacks them.
    ///
    /// The texts of the kept photo are never replaced.
    public struct Merge: Sendable, Hashable {
        /// Whether the kept photo is made a favourite.
        public var isFavorite: Bool = false
        /// The new title.
        public var title: String?
        /// The new caption.
        public var caption: String?
        /// The new keywords; empty if none.
        public var keywords: [String] = []
        /// The new rating.
        public var rating: Int?
        /// The new place.
        public var location: ImageMetadata.Location?
        /// The new capture time.
        public var captureTime: CaptureTime?
        /// The place in the file of a deleted photo, if the file of the kept photo states no place.
        package var statedLocation: ImageMetadata.Location?
        /// The capture time in the file of a deleted photo, if the file of the kept photo states no capture time.
        package var statedTime: CaptureTime?
        /// The albums to which the kept photo is added, at the position of the deleted photo in each album.
        public var memberships: [Membership] = []

        package init() {}

        /// Whether the kept photo's own properties stay unchanged.
        ///
        /// Memberships in albums are ignored.
        package var leavesFields: Bool {
            var fields = self
            fields.memberships = []
            return fields == Merge()
        }
    }

    /// A reason why the user should check the plan before it is applied.
    public enum Obstacle: String, Sendable, Hashable, CaseIterable {
        /// A photo to delete has a video, a raw file or an edited version, which would be deleted too.
        case losesAttachedFiles
        /// A photo to delete is stored in the library, and the kept photo is only a reference to a file outside the
        /// library.
        case keepsReference
        /// A photo to delete may be a copy of a frame that was taken just before or after the kept one: only noise
        /// would tell them apart, and no noise can be measured.
        case mayBeAnotherFrame
        /// The owner said that a photo to delete is the kept one, and their pictures differ: one may be a part or an
        /// edit of the other.
        case picturesDiffer
    }

    /// The local identifier of the photo to keep.
    public let kept: String
    /// The local identifiers of the photos to delete, the best first.
    public let deleted: [String]
    /// The properties that the kept photo gets.
    public let merge: Merge
    /// The decisions to store, so that cloud identifiers of the deleted photos are resolved to the kept photo.
    public let decisions: [Decision]
    /// The number of bytes in the library that are freed after the deleted photos are purged.
    public let reclaimableBytes: Int
    /// The reasons why the user should check the plan first; empty for a plan that needs no check.
    public let obstacles: [Obstacle]

    package init(
        kept: String, deleted: [String], merge: Merge, decisions: [Decision], reclaimableBytes: Int,
        obstacles: [Obstacle]
    ) {
        self.kept = kept
        self.deleted = deleted
        self.merge = merge
        self.decisions = decisions
        self.reclaimableBytes = reclaimableBytes
        self.obstacles = obstacles
    }
}
