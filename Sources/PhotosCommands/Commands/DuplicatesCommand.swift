internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct DuplicatesCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "Find photos that the library has more than once, and keep one of each.",
        discussion: """
            photos duplicates                         lists groups of the same photo
            photos duplicates --similar               lists groups of similar photos: from a tripod, small edits
            photos duplicates --resolve --dry-run     says what --resolve would do
            photos duplicates --resolve               keeps one photo of each certain group, after you confirm
            photos duplicates --resolve --group 2 5 --keep ID

            Two files are the same photo if their bytes or their image data are equal, if their pictures agree in every part \
            and no other photo matches, or if you decided so. Pictures are compared at a reduced size: a small changed detail may \
            not be seen, so look at a group before you resolve it. Photos are similar if their pictures differ only a little: \
            frames of a still scene from a tripod, small edits, copies that may come from another photo. Frames of a burst in \
            which the camera or the subject moved, and crops, are different pictures: photos list --burst shows a burst.

            The rule for the photo to keep: undamaged before damaged; then the most pixels; then a raw file, and then a HEIC, \
            with a capture time, because other formats are usually made from it; then the most of capture time, place, camera, \
            lens, title, caption and keywords; then a lossless format; then the largest file; then the oldest capture time; \
            then the first added. --keep overrides the rule.

            The kept photo becomes a favourite if one of the others is a favourite, takes their places in albums, and gets \
            the title, caption, keywords, place and capture time that it lacks. Its own values stay. Originals are never \
            changed. The others become recently deleted; “photos delete --restore ID” restores them.

            --resolve skips a group, unless you name it by --group or its photo to keep by --keep:
              if a photo may be a copy of another frame of a burst: small, strongly compressed and smooth pictures have \
            too little noise to tell
              if a video, raw file or edited version would be deleted
              if you said that photos are the same although their pictures differ
              if a deleted original is stored in the library and the kept one is not

            Exit codes: 0 done, 2 some groups failed, 3 no such group or photo, 4 two photos to keep are in one \
            group, 130 interrupted.
            """)

    @OptionGroup var options: PictureOptions

    @Flag(help: "List similar photos instead of the same photo.")
    var similar = false

    @Flag(help: "Keep one photo of each group and delete the others. They can be restored.")
    var resolve = false

    @Flag(name: [.customShort("n"), .long], help: "With --resolve: only print what would be done.")
    var dryRun = false

    @Flag(help: "With --resolve: do not ask for confirmation.")
    var yes = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "With --resolve: the photos to keep, instead of those that the rule chooses.", valueName: "id"))
    var keep: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Only the groups with these numbers. The numbers change when groups are resolved or photos are imported.",
            valueName: "number"))
    var group: [Int] = []

    func validate() throws {
        guard resolve || !(dryRun || yes || !keep.isEmpty) else {
            throw ValidationError("--dry-run, --yes and --keep go with --resolve.")
        }
        guard !similar || !resolve || !group.isEmpty else {
            throw ValidationError("Similar photos may be different photos: with --similar, --resolve needs --group.")
        }
        guard !resolve || dryRun || yes || !options.json else {
            throw ValidationError(
                "With --json there is no question: add --yes, or --dry-run to see what would be done.")
        }
    }

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        let inspector = PhotoInspector(jobs: options.jobs, decoding: options.decoding)
        let groups = try await chosen(
            from: library.duplicates(similar ? .similar : .same, inspector: inspector))
        let uncompared = try library.uncomparedPictureCount()
        if uncompared > 0 {
            options.terminal.printWarning(
                "\(counted(uncompared, "picture")) could not be compared with the others, so no "
                    + "photos count as the same by their pictures alone.")
        }
        var printer = DuplicatePrinter(library, options, similar ? .similar : .same)
        guard resolve else {
            for group in groups { try printer.print(group) }
            printer.finish()
            return .done
        }
        return try await resolveGroups(groups, in: library, &printer)
    }

    /// The requested groups, each with the photo to keep.
    private func chosen(from all: [DuplicateGroup]) throws -> [NumberedGroup] {
        var groups = all.enumerated().map { NumberedGroup(number: $0.offset + 1, group: $0.element) }
        if let missing = group.first(where: { !(1...max(1, all.count)).contains($0) || all.isEmpty }) {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such group. The number of groups is \(all.count).",
                identifier: "\(missing)")
        }
        if !group.isEmpty { groups = groups.filter { group.contains($0.number) } }
        for index in groups.indices { groups[index].isNamed = group.contains(groups[index].number) }
        for identifier in keep {
            guard let index = groups.firstIndex(where: { $0.group.localIdentifiers.contains(identifier) }),
                let keeping = groups[index].group.keeping(identifier)
            else {
                throw PhotoLibraryError(
                    .identifierNotFound, "No group contains this photo.", identifier: identifier)
            }
            guard !groups[index].hasChoice else {
                throw PhotoLibraryError(
                    .multipleIdentifiersFound, "Two photos to keep are in group \(groups[index].number); name one.",
                    identifier: identifier)
            }
            groups[index].group = keeping
            groups[index].hasChoice = true
        }
        return groups
    }

    private func resolveGroups(
        _ groups: [NumberedGroup], in library: OwnedLibrary, _ printer: inout DuplicatePrinter
    ) async throws -> Exit {
        var work: [(group: NumberedGroup, plan: DuplicatePlan)] = []
        for group in groups {
            let plan = try library.duplicatePlan(for: group.group)
            let isSkipped = !plan.obstacles.isEmpty && !group.isNamed && !group.hasChoice
            if !isSkipped { work.append((group, plan)) }
            if isSkipped || dryRun || !options.json {
                try printer.print(group, plan, isSkipped ? .skipped : dryRun ? .planned : .announced)
            }
        }
        guard !dryRun, !work.isEmpty else {
            printer.finish(isDryRun: dryRun)
            return .done
        }
        if try !yes && !isConfirmed(work.map(\.plan)) {
            options.terminal.write("Nothing was changed.\n")
            return .done
        }
        for (group, plan) in work {
            var result: Result<Void, any Error> = .success(())
            do { try await library.resolveDuplicates([plan]) } catch { result = .failure(error) }
            try printer.printOutcome(of: group, plan, result)
        }
        printer.finish()
        return printer.failures > 0 ? .someFailed : .done
    }

    private func isConfirmed(_ plans: [DuplicatePlan]) throws -> Bool {
        let terminal = try InteractiveTerminal(orElse: "Add --yes, or --dry-run to see what would be done.")
        let count = plans.reduce(0) { $0 + $1.deleted.count }
        return terminal.answer(
            to: "Delete \(counted(count, "photo")) and keep \(plans.count)? They can be restored. Type yes: ")
            == "yes"
    }
}

/// A group with its number in the list.
struct NumberedGroup {
    let number: Int
    var group: DuplicateGroup
    /// Whether a person named the group by its number.
    var isNamed = false
    /// Whether a person chose the photo to keep.
    var hasChoice = false
}
