internal import Foundation
internal import OpenPhotoKitOwner

/// An HTML report: one page that needs no network, no scripts and no other files but the photos.
///
/// It keeps the first files of every section only, so its memory and size are limited.
struct HTMLReport: ReportFormat {
    /// The greatest number of files in a section.
    static let shownFiles = 200
    /// The greatest number of file extensions with their own section.
    ///
    /// The others share one.
    static let shownEndings = 24

    /// The files of one section.
    struct Section: Sendable {
        let cause: ReportCategory
        var count = 0
        var bytes = 0
        var shown: [ImportItem] = []
    }

    private var sections: [ReportCategory: Section] = [:]
    private var endings = 0
    private var pictures: [String: Data] = [:]

    func opening(_ head: ReportHead) -> String { "" }

    mutating func text(for item: ImportItem) -> String {
        var cause = ReportCategory(item)
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

    mutating func prepareClosing(_ head: ReportHead) async {
        let shown = sections.values.filter { $0.cause.style != .rows }.flatMap(\.shown)
        pictures = await ReportPictures.jpegs(of: shown.compactMap(\.localIdentifier), head)
    }

    func closing(_ head: ReportHead, _ end: ReportEnd) -> String {
        let sections = sections.values.sorted {
            ($0.cause.rank, -$0.count, $0.cause.title) < ($1.cause.rank, -$1.count, $1.cause.title)
        }
        return HTMLPage(head: head, end: end, sections: sections, pictures: pictures).markup.source
    }
}
