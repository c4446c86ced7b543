public import SystemPackage

/// What a repair took from the library's log of what persons set.
public struct LogSummary: Sendable, Hashable {
    /// Whether the log has everything that a person set in the library.
    ///
    /// Otherwise files of the log are missing or cannot be used, and what only they have is lost. A rebuild of a sound
    /// catalogue takes it from that.
    public let isComplete: Bool
    /// The number of photos that have values of the log now: favourites, titles, deletions and others.
    public package(set) var photos = 0
    /// The number of albums and folders of the log.
    public package(set) var collections = 0
    /// The number of decisions on look-alikes.
    public package(set) var decisions = 0
    /// The files of the log that cannot be used.
    public package(set) var unusableFiles: [File] = []

    /// A file of the log that cannot be used.
    public struct File: Sendable, Hashable {
        /// The path of the file.
        public let path: FilePath
        /// Why it cannot be used, for a person.
        public let reason: String
    }

    init(isComplete: Bool) { self.isComplete = isComplete }
}
