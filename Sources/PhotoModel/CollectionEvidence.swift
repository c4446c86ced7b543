extension CloudIdentifier {
    /// How a library without sync state recognises an album or a folder: by its title and by whom it holds.
    ///
    /// Neither the title nor a member can be read from it.
    public struct CollectionEvidence: Hashable, Sendable {
        /// The first 8 bytes of the SHA-256 of the title.
        public let titlePrefix: [UInt8]
        /// How many members there are.
        public let count: Int
        /// 6 bytes of each member's content: of all members, or of the ``sketchSize`` least if there are more.
        ///
        /// Ascending, each once. As contents are digests, these are a random sample of the members, and the same one on
        /// every device (a bottom-k sketch: Broder 1997, “On the resemblance and containment of documents”).
        public let members: [[UInt8]]

        /// At most how many members are named.
        public static let sketchSize: Int = 32
        /// Bytes of each member.
        static let memberSize = 6

        /// What makes a collection known whose members have these contents, in any order.
        public init(titlePrefix: [UInt8], contents: [[UInt8]]) {
            self.titlePrefix = titlePrefix
            count = contents.count
            let members = Set(contents.map { Array($0.prefix(Self.memberSize)) })
            self.members = Array(
                members.sorted { $0.lexicographicallyPrecedes($1) }.prefix(Self.sketchSize))
        }

        init?(titlePrefix: [UInt8], count: Int, members: [[UInt8]]) {
            guard members.count <= min(count, Self.sketchSize),
                zip(members, members.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) })
            else { return nil }
            self.titlePrefix = titlePrefix
            self.count = count
            self.members = members
        }

        /// Which part of the members of either is in both: 0 to 1, estimated from the sketches (exact up to
        /// ``sketchSize`` members); 0 if either is empty.
        public func resemblance(to other: CollectionEvidence) -> Double {
            let mine = Set(members)
            let theirs = Set(other.members)
            let union = mine.union(theirs).sorted { $0.lexicographicallyPrecedes($1) }.prefix(Self.sketchSize)
            guard !mine.isEmpty, !theirs.isEmpty else { return 0 }
            return Double(union.count { mine.contains($0) && theirs.contains($0) }) / Double(union.count)
        }
    }
}
