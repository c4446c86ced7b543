internal import OpenPhotoKit

/// A question to a person, without its pictures, because a command may have thousands of questions.
struct OpenQuestion: Sendable {
    /// The identifier or file in the question, as the person named it.
    enum Subject: Sendable {
        case identifier(String)
        case file(FilePath)
    }

    let subject: Subject
    /// The library's own answer.
    let resolution: Resolution

    /// - Returns: `nil` if a person has nothing to decide.
    init?(_ subject: Subject, _ resolution: Resolution) {
        guard resolution.isOpen else { return nil }
        self.subject = subject
        self.resolution = resolution
    }
}

extension OpenQuestion {
    /// Whether a look at two pictures decides the question.
    ///
    /// There is one candidate and no look-alike, the two pictures agree, and nothing contradicts. The only doubt is that
    /// they show too little, or are too small, to exclude another photo.
    var isConfirmation: Bool {
        guard resolution.kind == .asset, resolution.status == .multiple, resolution.recentlyDeleted == nil,
            resolution.candidates.count == 1, resolution.openLookalikes.isEmpty
        else { return false }
        return [.tooFlat, .tooSmall].contains(resolution.candidates[0].reason)
    }
}

extension [OpenQuestion] {
    /// First the questions with candidates, then those with look-alikes, by falling similarity; else in their order.
    var likeliestFirst: [OpenQuestion] {
        enumerated().sorted { ($1.element.similarity, $0.offset) < ($0.element.similarity, $1.offset) }.map(\.element)
    }
}

extension OpenQuestion {
    fileprivate var similarity: Double {
        resolution.status == .multiple ? 2 : resolution.openLookalikes.map(\.score).max() ?? 0
    }
}

extension Resolution {
    /// Whether a person has something to decide.
    var isOpen: Bool { status != .found && !(candidates + openLookalikes).isEmpty }

    /// The look-alikes that a person has not decided about.
    var openLookalikes: [Candidate] { lookalikes.filter { $0.reason != .decidedOther } }
}
