internal import Foundation
internal import OpenPhotoKit

/// One page for people that needs nothing but itself: no network, no scripts, no other files but the photos it shows.
///
/// Keeps the first files of every section, so memory and page stay bounded however many files there are.
struct HTMLReport: ReportFormat {
    /// Files that a section shows.
    static let shownFiles = 200
    /// Endings that have a section of their own; all others share one.
    static let shownEndings = 24

    /// The files of one section.
    struct Section: Sendable {
        let cause: ReportCause
        var count = 0
        var bytes = 0
        var shown: [ImportItem] = []
    }

    private var sections: [ReportCause: Section] = [:]
    private var endings = 0

    func opening(_ head: ReportHead) -> String { "" }

    mutating func text(for item: ImportItem) -> String {
        var cause = ReportCause(item)
        if case .unsupported = cause, sections[cause] == nil {
            if endings < Self.shownEndings { endings += 1 } else { cause = .otherUnsupported }
        }
        var section = sections[cause] ?? Section(cause: cause)
        section.count += 1
        section.bytes += item.bytes
        if section.shown.count < Self.shownFiles { section.shown.append(item) }
        sections[cause] = section
        return ""
    }

    func closing(_ head: ReportHead, _ end: ReportEnd) -> String {
        let sections = sections.values.sorted {
            ($0.cause.rank, -$0.count, $0.cause.title) < ($1.cause.rank, -$1.count, $1.cause.title)
        }
        return HTMLPage(head: head, end: end, sections: sections).markup.source
    }
}
