internal import OpenPhotoKitOwner
internal import PhotoInspection
internal import PhotoModel

/// Prints the result of each file of an import and the summary, as text or as JSON.
struct ImportPrinter: Sendable {
    private let library: OwnedLibrary
    private let options: any CommandOptions
    private let terminal: Terminal
    private let isTemporary: Bool
    private let isDryRun: Bool
    private let mode: ImportRequest.Mode

    /// - Parameter isTemporary: Whether a dry run uses a temporary library, because the named one does not exist.
    init(_ library: OwnedLibrary, _ options: any CommandOptions, _ request: ImportRequest, isTemporary: Bool) {
        self.library = library
        self.options = options
        self.isTemporary = isTemporary
        isDryRun = request.isDryRun
        mode = request.mode
        terminal = options.terminal
    }

    // MARK: One file

    func print(_ item: ImportItem) {
        // Files that filters leave out are only counted.
        if item.skipReason == .excluded, !options.verbose { return }
        if options.json { return JSONLines.print(ImportItemObject(item)) }
        let name = item.path.shown
        defer {
            if let reason = item.keptSource { terminal.printWarning("\(name): not removed. \(reason.sentence)") }
            if let warning = item.replacement { terminal.printWarning("\(name): \(warning.sentence)") }
        }
        switch item.status {
        case .failed:
            terminal.printError(item.error.map { "\(name): \($0.commandMessage)" } ?? name)
        case .imported, .planned:
            if let reason = damage(item) {
                terminal.printWarning("\(name): \(isDryRun ? "would be kept" : "kept"), but \(reason)")
            } else if options.verbose {
                StandardOutput.print("\(name): \(item.status == .planned ? "would be imported" : "imported")")
            }
        case .duplicate:
            // A card that is imported again has a thousand files that the library has.
            if options.verbose || !options.quiet && item.restoresPhoto {
                StandardOutput.print("\(name): \(duplicate(item))")
            }
        case .skipped:
            if let reason = item.skipReason, reason.needsAttention || reason == .library, !options.quiet {
                terminal.printWarning("\(name): \(item.error?.commandMessage ?? "skipped")")
            } else if options.verbose {
                StandardOutput.print("\(name): \(item.error?.commandMessage ?? "skipped")")
            }
        }
    }

    private func duplicate(_ item: ImportItem) -> String {
        if item.isResumed { return "already imported; not read again" }
        let asset = item.localIdentifier.flatMap { try? library.assets(withLocalIdentifiers: [$0])[$0] }
        let original = asset?.original
        // A dry run makes no assets.
        guard original != nil else { return "the same photo as another of this import" }
        let known = Terminal.safe(original?.originalFilename?.string ?? item.localIdentifier ?? "another file")
        if item.isRestored {
            return "the library's file of \(known) was missing or damaged; this file "
                + (isDryRun ? "would replace it" : "replaces it")
        }
        if let change = item.warnings.first(where: \.changesLibrary) {
            return "already in the library as \(known). \(change.sentence)"
        }
        if item.match == .imageData {
            return "the same picture as \(known) with other metadata; "
                + (isDryRun ? "would be stored with that photo" : "stored with that photo")
        }
        let place = item.isRepeated ? "repeated in this import" : "already in the library"
        let sentence =
            isOriginal(item, of: asset)
            ? "\(place); the same file as \(known)" : "\(place); it belongs to the photo \(known)"
        return item.warnings.contains(.elsewhere) ? "\(sentence). \(ImportWarning.elsewhere.sentence)" : sentence
    }

    /// Whether the file is the photo's original, and not another file of the photo.
    private func isOriginal(_ item: ImportItem, of asset: Asset?) -> Bool {
        asset?.resources.filter { $0.bytes == item.bytes }.map(\.kind) == [.original]
    }

    private func damage(_ item: ImportItem) -> String? {
        let details = item.warnings.first.map { ": \(Terminal.safe($0.sentence))" } ?? ""
        switch item.condition {
        case .damaged: return "its picture is damaged\(details)"
        case .limited:
            return "not decoded, because the picture is too large"
                + (item.warnings.first.map { ". \(Terminal.safe($0.sentence))" } ?? "")
        case .unsupported where item.format == .unknown: return "its format is unknown"
        case .unsupported where options.verbose && item.format != .video:
            return "its format cannot be decoded\(details)"
        case .unsupported, .ok, nil: return nil
        }
    }

    // MARK: All files

    func print(_ end: ReportEnd) {
        let summary = end.summary
        if options.json { return JSONLines.printSummary(ImportSummaryObject(summary).summary) }
        // If the import failed before the first file, the error message is enough.
        guard !options.quiet, summary.files > 0 || end.error == nil else { return }
        var parts: [String] = []
        func add(_ count: Int, noun: String? = nil, _ text: String) {
            if count > 0 { parts.append("\(noun.map { counted(count, $0) } ?? "\(count)") \(text)") }
        }
        let (assets, stored) = (summary.assets + summary.plannedAssets, summary.imported + summary.planned)
        func list(_ counts: [(count: Int, noun: String)]) -> String {
            counts.filter { $0.count > 0 }.map { counted($0.count, $0.noun) }.joined(separator: " and ")
        }
        // A text named `.jpg` is stored, but is not a photo.
        let unknown = summary.unknownByExtension.values.reduce(0, +)
        let new = list([
            (assets - summary.videos - unknown, "photo"), (summary.videos, "video"),
            (unknown, "unknown file"),
        ])
        let attached = list([(summary.sidecars, "sidecar file"), (stored - assets - summary.sidecars, "further file")])
        let imported = isDryRun ? "would be imported" : "imported"
        if assets > 0 {
            parts.append("\(new) \(imported)" + (attached.isEmpty ? "" : " with \(attached)"))
        } else if stored > 0 {
            parts.append("\(attached) of known photos \(imported)")
        }
        add(summary.restored, noun: "lost or damaged file", isDryRun ? "would be restored" : "restored")
        for (count, noun, plural) in [
            (summary.repeated - summary.repeatedSidecars, "a photo", "photos"),
            (summary.repeatedSidecars, "a sidecar file", "sidecar files"),
        ] where count > 0 {
            parts.append(counted(count, "repeat of \(noun)", plural: "repeats of \(plural)") + " of this import")
        }
        let would = isDryRun ? "would be " : ""
        add(summary.copied, would + "copied that the library only referred to")
        add(summary.broughtBack, would + "stored on this computer again")
        add(summary.followed, noun: "lost reference", would + "found again")
        add(summary.updated, noun: "changed file", would + "read again")
        let changed =
            summary.restored + summary.copied + summary.broughtBack + summary.followed + summary.updated
        add(
            summary.duplicates - summary.alternates - summary.repeated - changed,
            "already in the library" + (summary.elsewhere > 0 ? " (\(summary.elsewhere) only in remote stores)" : ""))
        add(summary.alternates, would + "stored with a photo of the same picture")
        parts += SkipReason.allCases.compactMap { reason in
            summary.skips[reason].map { reason.text(for: $0, summary.skippedPaths[reason, default: []]) }
        }
        add(summary.failed, "failed")
        let hasFolders = summary.skips.keys.contains(where: \.isFolder)
        let total =
            hasFolders
            ? counted(summary.files, "file or folder", plural: "files and folders") : counted(summary.files, "file")
        StandardOutput.print("\(total): \(parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")).")
        if summary.replaced > 0 {
            StandardOutput.print(
                counted(summary.replaced, "photo of the library lost its", plural: "photos of the library lost their")
                    + " file, because another photo is at its path now.")
        }
        for library in summary.photoLibraries {
            StandardOutput.print("\(library.path.shown) \(library.text(leftOut: "not imported")).")
        }
        if summary.excluded > 0 { StandardOutput.print(SkipReason.excluded.text(for: summary.excluded, []) + ".") }
        var kept: [String] = []
        func keep(_ counts: [String: Int], _ text: String) {
            let total = counts.values.reduce(0, +)
            let kinds = counts.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.value) \($0.key.isEmpty ? "without extension" : Terminal.safe($0.key))" }
            if total > 0 { kept.append("\(total) \(text) (\(kinds.joined(separator: ", ")))") }
        }
        if summary.damaged > 0 { kept.append("\(summary.damaged) damaged") }
        if summary.limited > 0 { kept.append("\(summary.limited) too large to decode") }
        let undecoded = summary.unsupportedByExtension.merging(summary.unknownByExtension, uniquingKeysWith: -)
        keep(undecoded, "of formats that cannot be decoded")
        keep(summary.unknownByExtension, "of an unknown format")
        if !kept.isEmpty {
            StandardOutput.print(
                "Of the new files: \(kept.joined(separator: ", ")). "
                    + (isDryRun ? "All their bytes would be " : "All their bytes are ")
                    + (mode == .reference ? "kept where they are." : "stored."))
        }
        if mode == .reference, stored > 0 {
            StandardOutput.print(
                isDryRun
                    ? "The files would stay where they are, and the library would only refer to them."
                    : "The files stay where they are, and the library only refers to them.")
        }
        if mode == .move, isDryRun, stored + summary.duplicates > 0 {
            StandardOutput.print(
                "At most \(counted(stored + summary.duplicates, "file")) would be removed at the source, after the "
                    + "library's copy was read back and compared. Links stay.")
        }
        if summary.moved > 0 {
            StandardOutput.print(
                counted(summary.moved, "file", "was", "were") + " read back from the library and removed at the source."
            )
        }
        if summary.notRemoved > 0 {
            StandardOutput.print(counted(summary.notRemoved, "file", "was", "were") + " not removed at the source.")
        }
        if summary.resumed > 0 {
            StandardOutput.print(
                counted(summary.resumed, "file", "was", "were")
                    + " unchanged since an earlier import and not read again.")
        }
        if summary.joinedLivePhotos > 0 {
            StandardOutput.print(
                counted(summary.joinedLivePhotos, "Live Photo", "was", "were")
                    + " joined: an earlier import had stored picture and video as two photos.")
        }
        if summary.resolvedReferences > 0 {
            StandardOutput.print(
                counted(summary.resolvedReferences, "pending identifier", "was", "were")
                    + " found: photos unresolved --resolved")
        }
        let seconds = (summary.seconds * 10).rounded() / 10
        StandardOutput.print(
            "\(ByteText.of(summary.bytes)) read in \(seconds) s. "
                + "The library \(isTemporary ? "would be" : "is") \(Terminal.safe(options.libraryPath.absolute.string))."
        )
    }
}

extension ImportPrinter {
    /// Prints the paths of the reports.
    ///
    /// - Returns: Whether all of them could be written.
    func print(_ reports: [(path: FilePath, failure: (any Error)?)]) -> Bool {
        for (path, failure) in reports {
            if let failure {
                let reason = (failure as? PhotoLibraryError)?.message ?? "\(failure)"
                terminal.printError(
                    "\(path.shown): the report could not be written. \(reason) The import is not affected.")
            } else if !options.json, !options.quiet {
                StandardOutput.print("The report is in \(path.shown).")
            }
        }
        return reports.allSatisfy { $0.failure == nil }
    }
}

extension ImportItem {
    /// Whether the import of a file with a known picture restores a file or a photo, or adds the file to its photo.
    fileprivate var restoresPhoto: Bool {
        isRestored || match == .imageData || warnings.contains(.undeleted)
    }
}
