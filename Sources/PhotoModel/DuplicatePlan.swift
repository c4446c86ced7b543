/// What is done to settle a group of duplicates: which photo is kept, which are deleted, and what the kept one takes over.
///
/// The same value is shown before and carried out after.
public struct DuplicatePlan: Sendable, Hashable {
    /// A place in an album.
    public struct Membership: Sendable, Hashable {
        /// The album.
        public let albumIdentifier: String
        /// The album's title.
        public let title: String
        /// The place among the album's assets; smaller ones come first.
        public let position: Int

        package init(albumIdentifier: String, title: String, position: Int) {
            self.albumIdentifier = albumIdentifier
            self.title = title
            self.position = position
        }
    }

    /// What the kept photo lacks and takes over: its own words are never replaced.
    public struct Merge: Sendable, Hashable {
        /// Whether it becomes a favourite.
        public var isFavorite: Bool = false
        /// The title it gets.
        public var title: String?
        /// The caption it gets.
        public var caption: String?
        /// The keywords it gets; empty if none.
        public var keywords: [String] = []
        /// The place it gets.
        public var location: ImageMetadata.Location?
        /// The capture time it gets.
        public var captureTime: CaptureTime?
        /// The place that the file of one of them states, and its own does not.
        package var statedLocation: ImageMetadata.Location?
        /// The capture time that the file of one of them states, and its own does not.
        package var statedTime: CaptureTime?
        /// The albums it comes into, each at the place where the deleted photo is.
        public var memberships: [Membership] = []

        package init() {}

        /// Whether the photo's own fields stay as they are; albums are none of them.
        package var leavesFields: Bool {
            var fields = self
            fields.memberships = []
            return fields == Merge()
        }
    }

    /// Why a person should look before the plan is carried out.
    public enum Obstacle: String, Sendable, Hashable, CaseIterable {
        /// A photo to delete has a film, a raw file or an edited version, which would be deleted with it.
        case losesAttachedFiles
        /// A photo to delete is stored in the library, the kept one only where its owner keeps it.
        case keepsReference
    }

    /// The photo that is kept.
    public let kept: String
    /// The photos that go to the recently deleted, the best first.
    public let deleted: [String]
    /// What the kept photo takes over.
    public let merge: Merge
    /// What is remembered, so that identifiers of the deleted photos lead to the kept one.
    public let decisions: [Decision]
    /// The size of the library's files that are gone once the deleted photos are purged, in bytes.
    public let reclaimableBytes: Int
    /// Why a person should look first; empty if nothing speaks against the plan.
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
