internal import OpenPhotoKit

/// What a person will be asked about: as little of it as can be, for thousands may wait.
struct OpenQuestion: Sendable {
    /// What is asked about, as the command was given it.
    enum Subject: Sendable {
        case identifier(String)
        case file(FilePath)
    }

    let subject: Subject
    /// What the library answers by itself.
    let resolution: Resolution

    /// - Returns: `nil` if there is nothing that a person can decide.
    init?(_ subject: Subject, _ resolution: Resolution) {
        guard resolution.isOpen else { return nil }
        self.subject = subject
        self.resolution = resolution
    }
}

extension [OpenQuestion] {
    /// First those where a photo may be the one, then those with look-alikes, the most alike first; else in their order.
    var likeliestFirst: [OpenQuestion] {
        enumerated().sorted { ($1.element.likeness, $0.offset) < ($0.element.likeness, $1.offset) }.map(\.element)
    }
}

extension OpenQuestion {
    fileprivate var likeness: Double {
        resolution.status == .multiple ? 2 : resolution.openLookalikes.map(\.score).max() ?? 0
    }
}

extension Resolution {
    /// Whether there is something that a person can decide.
    var isOpen: Bool { status != .found && !(candidates + openLookalikes).isEmpty }

    /// The look-alikes that a person has not spoken about.
    var openLookalikes: [Candidate] { lookalikes.filter { $0.reason != .decidedOther } }
}
