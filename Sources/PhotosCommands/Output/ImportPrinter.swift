internal import OpenPhotoKit

/// Tells what became of the files of an import, to people or to programs.
struct ImportPrinter: Sendable {
    private let library: PhotoLibrary
    private let options: GlobalOptions
    private let terminal: Terminal
    private let isForeseen: Bool

    /// - Parameter isForeseen: Whether the library that was asked for is not there, and an empty one stands for it.
    init(_ library: PhotoLibrary, _ options: GlobalOptions, isForeseen: Bool) {
        self.library = library
        self.options = options
        self.isForeseen = isForeseen
        terminal = options.terminal
    }

    // MARK: One file

    func print(_ item: ImportItem) {
        // The owner asked for these not to be looked at: they are counted.
        if item.error?.code == .excluded, !options.verbose { return }
        if options.json { return JSONLines.print(ImportItemObject(item)) }
        let name = item.path.shown
        defer {
            if let reason = item.warnings.first(where: { $0.code == "sourceKept" }) {
                terminal.remark("\(name): not removed. \(reason.message)")
            }
        }
        switch item.status {
        case .failed:
            terminal.complain(item.error.map { "\(name): \($0.commandMessage)" } ?? name)
        case .imported, .planned:
            if let words = damage(item) {
                terminal.remark("\(name): kept, but \(words)")
            } else if options.verbose {
                StandardOutput.print("\(name): \(item.status == .planned ? "would be imported" : "imported")")
            }
        case .duplicate:
            if !options.quiet, !item.isResumed || options.verbose {
                StandardOutput.print("\(name): \(duplicate(item))")
            }
        case .skipped:
            if item.isWorthNaming, !options.quiet {
                terminal.remark("\(name): \(item.error?.commandMessage ?? "left alone")")
            } else if options.verbose {
                StandardOutput.print("\(name): \(item.error?.commandMessage ?? "left alone")")
            }
        }
    }

    private func duplicate(_ item: ImportItem) -> String {
        if item.isResumed { return "already imported, not read again" }
        let asset = item.localIdentifier.flatMap { try? library.assets(withLocalIdentifiers: [$0])[$0] }
        let original = asset?.original
        // A dry run makes no assets.
        guard original != nil else { return "the same photo as another of this import" }
        let known = Terminal.safe(original?.originalFilename?.string ?? item.localIdentifier ?? "another file")
        if item.isRestored {
            return "the library's own file of \(known) was gone or damaged: this one takes its place"
        }
        if let relocation = item.warnings.first(where: { $0.code == "restored" }) {
            return "already there, the photo \(known). \(relocation.message)"
        }
        if item.match == .imageData { return "the same picture as \(known) with other metadata, kept beside it" }
        let place = item.isRepeated ? "twice in this import" : "already there"
        return isOriginal(item, of: asset) ? "\(place), the same file as \(known)" : "\(place), with the photo \(known)"
    }

    /// Whether the file has the bytes of the photo's own file and not of something that belongs to it.
    private func isOriginal(_ item: ImportItem, of asset: Asset?) -> Bool {
        asset?.resources.filter { $0.bytes == item.bytes }.map(\.kind) == [.original]
    }

    private func damage(_ item: ImportItem) -> String? {
        let words = item.warnings.first.map { ": \(Terminal.safe($0.message))" } ?? ""
        switch item.condition {
        case .damaged: return "its picture is damaged\(words)"
        case .limited: return "its picture is over a limit\(words)"
        case .unsupported where item.format == .unknown: return "its bytes are of no kind of picture that is known"
        case .unsupported where options.verbose: return "its picture is of a kind that is not decoded\(words)"
        case .unsupported, .ok, nil: return nil
        }
    }

    // MARK: All files

    func print(_ end: ReportEnd, isDryRun: Bool) {
        let summary = end.summary
        if options.json { return JSONLines.printSummary(ImportSummaryObject(summary).summary) }
        // Of an import that failed before the first file, the error says all.
        guard !options.quiet, summary.files > 0 || end.error == nil else { return }
        var parts: [String] = []
        func add(_ count: Int, noun: String? = nil, _ text: String) {
            if count > 0 { parts.append("\(noun.map { counted(count, $0) } ?? "\(count)") \(text)") }
        }
        let (assets, stored) = (summary.assets + summary.plannedAssets, summary.imported + summary.planned)
        add(assets, noun: "photo", isDryRun ? "would be imported" : "imported")
        add(stored - assets, noun: "file", "of theirs kept with them")
        add(summary.restored, noun: "lost or damaged file", isDryRun ? "would be restored" : "restored")
        add(summary.repeated, "twice in this import")
        add(summary.duplicates - summary.alternates - summary.repeated - summary.restored, "already there")
        add(summary.alternates, "kept beside a photo of the same picture")
        add(summary.deleted, "left alone, deleted by you before")
        add(summary.skipped - summary.deleted, "left alone, not photos")
        add(summary.excluded, "left out by filters")
        add(summary.failed, "failed")
        StandardOutput.print(
            "\(counted(summary.files, "file")): \(parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")).")
        var kept: [String] = []
        func keep(_ counts: [String: Int], _ words: String) {
            let total = counts.values.reduce(0, +)
            let kinds = counts.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.value) \($0.key.isEmpty ? "without ending" : Terminal.safe($0.key))" }
            if total > 0 { kept.append("\(total) \(words) (\(kinds.joined(separator: ", ")))") }
        }
        if summary.damaged > 0 { kept.append("\(summary.damaged) damaged") }
        if summary.limited > 0 { kept.append("\(summary.limited) over a limit") }
        let undecoded = summary.unsupportedByExtension.merging(summary.unknownByExtension, uniquingKeysWith: -)
        keep(undecoded, "of a kind that is not decoded")
        keep(summary.unknownByExtension, "whose bytes are of no kind that is known")
        if !kept.isEmpty {
            StandardOutput.print("Of the new ones \(kept.joined(separator: ", ")): their bytes are kept all the same.")
        }
        if summary.moved > 0 {
            StandardOutput.print(
                counted(summary.moved, "file", "was", "were") + " read back from the library and removed at the source."
            )
        }
        if summary.resumed > 0 {
            StandardOutput.print(
                counted(summary.resumed, "file", "was", "were") + " known from an earlier import and not read again.")
        }
        if summary.resolvedReferences > 0 {
            StandardOutput.print(
                counted(summary.resolvedReferences, "identifier", "that was", "that were")
                    + " waited for lead to photos now: photos unresolved --resolved")
        }
        let seconds = (summary.seconds * 10).rounded() / 10
        StandardOutput.print(
            "\(ByteText.of(summary.bytes)) read in \(seconds) s. "
                + "The library \(isForeseen ? "would be" : "is") \(Terminal.safe(options.libraryPath.absolute.string))."
        )
    }
}

extension ImportPrinter {
    /// Tells where the reports are.
    ///
    /// - Returns: Whether all of them could be written.
    func print(_ reports: [(path: FilePath, failure: (any Error)?)]) -> Bool {
        for (path, failure) in reports {
            if let failure {
                let reason = (failure as? PhotoLibraryError)?.message ?? "\(failure)"
                terminal.complain(
                    "\(path.shown): the report could not be written. \(reason) The import is not affected.")
            } else if !options.json, !options.quiet {
                StandardOutput.print("The report is \(path.shown).")
            }
        }
        return reports.allSatisfy { $0.failure == nil }
    }
}

extension ImportItem {
    /// Whether a person would want to know that this was left alone: a photo may be lost by it.
    var isWorthNaming: Bool { error?.code == .emptyFile || error?.code == .notARegularFile }
}
