/// Who sees a change of an album, among those who see the album.
enum ChangeAudience: Int, Comparable {
    case all
    /// The owner, and apps that see all photos. The app that made the album does not, with limited access.
    case fullAccess
    /// The owner alone.
    case owner

    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
