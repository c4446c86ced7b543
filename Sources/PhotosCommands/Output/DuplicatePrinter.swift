internal import OpenPhotoKitOwner
internal import PhotoModel

/// Prints groups of duplicates and the result for each group, as text or as JSON.
struct DuplicatePrinter {
    /// The result for a group.
    enum Status: String {
        /// A dry run would resolve it.
        case planned
        /// It will be resolved next.
        case announced
        /// It is skipped until a person names it.
        case skipped
        /// It was resolved.
        case resolved
        /// It could not be resolved.
        case failed
    }

    private let library: OwnedLibrary
    private let options: any CommandOptions
    private let kind: DuplicateGroup.Kind
    private var groups = 0
    private var assets = 0
    private var reclaimableBytes = 0
    private var deleted = 0
    private var outcomes: [Status: Int] = [:]

    init(_ library: OwnedLibrary, _ options: any CommandOptions, _ kind: DuplicateGroup.Kind) {
        self.library = library
        self.options = options
        self.kind = kind
    }

    /// The number of groups that could not be resolved.
    var failures: Int { outcomes[.failed, default: 0] }

    /// Prints a group, and the plan for it if there is one.
    mutating func print(_ numbered: NumberedGroup, _ plan: DuplicatePlan? = nil, _ status: Status? = nil) throws {
        count(numbered.group, status)
        if status == .planned { deleted += plan?.deleted.count ?? 0 }
        if options.json {
            try printObject(numbered, plan, status)
        } else {
            try describe(numbered, plan, status)
        }
    }

    /// Prints the result of a group.
    ///
    /// Its description was printed before as text, but not as JSON.
    mutating func printOutcome(of numbered: NumberedGroup, _ plan: DuplicatePlan, _ result: Result<Void, any Error>)
        throws
    {
        let status: Status = result.isSuccess ? .resolved : .failed
        if options.json { count(numbered.group, status) } else { outcomes[status, default: 0] += 1 }
        if status == .resolved { deleted += plan.deleted.count }
        if options.json { try printObject(numbered, plan, status, result) }
        if case .failure(let error) = result {
            options.terminal.printError("Group \(numbered.number): \(ErrorObject(error).message)")
        }
    }

    func finish(isDryRun: Bool = false) {
        if options.json {
            var numbers = ["groups": groups, "assets": assets, "reclaimableBytes": reclaimableBytes]
            if !outcomes.isEmpty {
                numbers["resolved"] = outcomes[.resolved, default: 0]
                numbers["planned"] = outcomes[.planned, default: 0]
                numbers["skipped"] = outcomes[.skipped, default: 0]
                numbers["failed"] = failures
                numbers["deleted"] = deleted
            }
            JSONLines.printSummary(numbers)
        } else if !options.quiet {
            options.terminal.write(closingText(isDryRun: isDryRun))
        }
    }

    private mutating func count(_ group: DuplicateGroup, _ status: Status?) {
        groups += 1
        assets += group.members.count
        reclaimableBytes += group.reclaimableBytes
        if let status, status != .announced { outcomes[status, default: 0] += 1 }
    }

    private func printObject(
        _ numbered: NumberedGroup, _ plan: DuplicatePlan?, _ status: Status?, _ result: Result<Void, any Error>? = nil
    ) throws {
        let identifiers = numbered.group.localIdentifiers
        JSONLines.print(
            DuplicateObject(
                numbered, try library.assets(withLocalIdentifiers: identifiers),
                albums: try library.albumTitles(of: identifiers), plan, status, result))
    }

    // MARK: Text

    private func describe(_ numbered: NumberedGroup, _ plan: DuplicatePlan?, _ status: Status?) throws {
        let group = numbered.group
        let found = try library.assets(withLocalIdentifiers: group.localIdentifiers)
        let albums = try library.albumTitles(of: group.localIdentifiers)
        let count = group.members.count
        let freed = ByteText.of(group.reclaimableBytes)
        StandardOutput.print(
            "Group \(numbered.number): \(group.kind == .same ? "the same photo \(count) times" : "\(count) similar photos"). "
                + "Deleting the others frees \(freed).")
        for member in group.members {
            guard let asset = found[member.localIdentifier] else { continue }
            let isKept = member.localIdentifier == group.keep
            let isDeleted = plan != nil && status != .skipped
            let label = isKept ? "keep" : isDeleted ? "delete" : group.kind == .same ? "copy" : "similar"
            StandardOutput.print("  \(label.padded(7))  \(row(asset, albums[asset.localIdentifier] ?? []))")
            let explanation = isKept ? group.keepReason.explanation : member.explanation
            if !explanation.isEmpty { StandardOutput.print("           \(explanation)") }
        }
        if let plan, status != .skipped, let additions = plan.merge.explanation {
            StandardOutput.print("  The kept photo gets \(additions).")
        }
        for obstacle in plan?.obstacles ?? [] {
            // The numbers of groups change when the others are resolved.
            let remedy = " Skipped; “--keep \(group.keep)” resolves it anyway."
            StandardOutput.print("  " + obstacle.explanation + (status == .skipped ? remedy : ""))
        }
    }

    private func row(_ asset: Asset, _ albums: [String]) -> String {
        let notes = (asset.isFavorite ? ["favourite"] : []) + albums.map { "in “\(Terminal.safe($0))”" }
        return ([AssetPrinter.row(asset)] + notes).joined(separator: "  ")
    }

    private func closingText(isDryRun: Bool) -> String {
        guard groups > 0 else { return kind == .same ? "No duplicates.\n" : "No similar photos.\n" }
        var parts: [String] = []
        func add(_ number: Int, _ text: String) {
            if number > 0 { parts.append("\(counted(number, "group")) \(text)") }
        }
        let photos = counted(deleted, "photo")
        if outcomes.isEmpty {
            add(groups, "with \(assets) photos in all; keeping one of each frees \(ByteText.of(reclaimableBytes))")
        }
        add(outcomes[.planned, default: 0], "would be resolved, \(photos) deleted; nothing was changed")
        add(
            outcomes[.resolved, default: 0],
            "resolved, \(photos) deleted; “photos delete --restore” restores them, "
                + "“photos delete --permanently” frees the space")
        let numbersChanged = outcomes[.resolved, default: 0] > 0
        add(
            outcomes[.skipped, default: 0],
            numbersChanged ? "skipped, which have other numbers now: “photos duplicates” lists them" : "skipped")
        add(failures, "could not be resolved")
        return parts.joined(separator: "; ") + ".\n"
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
