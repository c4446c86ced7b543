extension CloudIdentifier {
    /// The evidence by which a library finds an album or a folder without a shared registry: its title and its
    /// members.
    ///
    /// It contains only digests, so neither the title nor a member can be read from it.
    public struct CollectionEvidence: Hashable, Sendable {
        /// The first 8 bytes of the SHA-256 of the title.
        public let titlePrefix: [UInt8]
        /// The number of members.
        public let count: Int
        /// 6 bytes of each member's content: of all members, or of the ``sketchSize`` least if there are more.
        ///
        /// They are in ascending order, each once. Contents are digests, so these are a random sample of the members,
        /// and every device takes the same sample (a bottom-k sketch: Broder 1997, “On the resemblance and
        /// containment of documents”).
        public let members: [[UInt8]]

        /// The greatest number of named members.
        public static let sketchSize: Int = 32
        /// The number of bytes of each member.
        static let memberSize = 6

        /// Creates the evidence of a collection whose members have these contents, in any order.
        public init(titlePrefix: [UInt8], contents: [[UInt8]]) {
            self.titlePrefix = titlePrefix
            count = contents.count
            let members = Set(contents.map(Self.member))
            self.members = Array(
                members.sorted { $0.lexicographicallyPrecedes($1) }.prefix(Self.sketchSize))
        }

        /// The bytes that name the member with this content.
        package static func member(_ content: [UInt8]) -> [UInt8] { Array(content.prefix(memberSize)) }

        init?(titlePrefix: [UInt8], count: Int, members: [[UInt8]]) {
            guard members.count <= min(count, Self.sketchSize),
                zip(members, members.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) })
            else { return nil }
            self.titlePrefix = titlePrefix
            self.count = count
            self.members = members
        }

        /// The estimated fraction of the members of both collections that is in both, 0 to 1.
        ///
        /// It is exact for up to ``sketchSize`` members. It is 0 if either collection is empty, and at most the smaller
        /// number of members divided by the greater one.
        public func resemblance(to other: CollectionEvidence) -> Double {
            let mine = Set(members)
            let theirs = Set(other.members)
            let union = mine.union(theirs).sorted { $0.lexicographicallyPrecedes($1) }.prefix(Self.sketchSize)
            guard !mine.isEmpty, !theirs.isEmpty else { return 0 }
            let estimate = Double(union.count { mine.contains($0) && theirs.contains($0) }) / Double(union.count)
            return min(estimate, Double(min(count, other.count)) / Double(max(count, other.count)))
        }
    }
}
