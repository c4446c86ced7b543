internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

struct DuplicatesCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "Find photos that the library has more than once, and settle which to keep.",
        discussion: """
            photos duplicates                         groups of the same photo
            photos duplicates --similar               groups of look-alikes: from a tripod, small edits
            photos duplicates --resolve --dry-run     what settling them would do
            photos duplicates --resolve               keeps one of each group, after you said yes
            photos duplicates --resolve --group 2 5 --keep ID

            The same photo: equal bytes, equal image data, pictures that agree cell by cell and can be no other's, or
            your own word. Pictures look alike that are the same cell by cell but for a little: frames of a still \
            scene from a tripod, small edits, copies that may be another photo's. Where the camera or what it saw moved, as \
            in most bursts, or where a part was cut off, they are other pictures: photos list --burst shows a burst.

            The rule: undamaged before damaged; then the most pixels; then the most of capture time, place, camera, lens, \
            title, caption and keywords; then a lossless kind of file; then the largest file; then the oldest capture; \
            then the first added. --keep chooses otherwise.

            The kept photo becomes a favourite if one of the others is, comes into their albums at the same place, and \
            gets the title, caption, keywords, place and capture time that it has not; its own stay. Originals are never \
            written. The others go to the recently deleted: “photos delete --restore ID” brings them back.

            Left alone unless you name its group or the photo to keep: a group where a film, raw file or edited version \
            would be deleted, or where the kept original is not stored in the library but a deleted one is.

            Exit codes: 0 done, 2 some groups could not be settled, 3 no such group or photo, 4 two photos to keep are in one \
            group, 130 interrupted.
            """)

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Photos that look alike, instead of the same photo.")
    var similar = false

    @Flag(help: "Keep one photo of each group and delete the others, which can be brought back.")
    var resolve = false

    @Flag(name: [.customShort("n"), .long], help: "With --resolve: only say what would be done.")
    var dryRun = false

    @Flag(help: "With --resolve: do not ask.")
    var yes = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("With --resolve: the photos to keep, against the rule.", valueName: "id"))
    var keep: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Only these groups, by the numbers as they are now: settling groups and importing photos changes them.",
            valueName: "number"))
    var group: [Int] = []

    func validate() throws {
        guard resolve || !(dryRun || yes || !keep.isEmpty) else {
            throw ValidationError("--dry-run, --yes and --keep go with --resolve.")
        }
        guard !similar || !resolve || !group.isEmpty else {
            throw ValidationError("Look-alikes may be different photos: with --similar, --resolve needs --group.")
        }
        guard !resolve || dryRun || yes || !options.json else {
            throw ValidationError("With --json nobody is asked: say --yes, or --dry-run to see what would be done.")
        }
    }

    func execute() async throws -> Exit {
        let terminal =
            resolve && !dryRun && !yes
            ? try AskingTerminal(orElse: "Say --yes, or --dry-run to see what would be done.") : nil
        let library = try await options.openSignedLibrary()
        let groups = try chosen(from: library.duplicates(similar ? .similar : .same))
        let uncompared = try library.uncomparedPictureCount()
        if uncompared > 0 {
            options.terminal.remark(
                "\(counted(uncompared, "picture")) could not be compared with the others, so no "
                    + "pictures are taken for the same by what they show.")
        }
        var printer = DuplicatePrinter(library, options)
        guard resolve else {
            for group in groups { try printer.print(group) }
            printer.finish()
            return .done
        }
        return try settle(groups, in: library, asking: terminal, &printer)
    }

    /// The groups that were asked for, each with the photo to keep.
    private func chosen(from all: [DuplicateGroup]) throws -> [NumberedGroup] {
        var groups = all.enumerated().map { NumberedGroup(number: $0.offset + 1, group: $0.element) }
        if let missing = group.first(where: { !(1...max(1, all.count)).contains($0) || all.isEmpty }) {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such group: there are \(all.count).", identifier: "\(missing)")
        }
        if !group.isEmpty { groups = groups.filter { group.contains($0.number) } }
        for index in groups.indices { groups[index].isNamed = group.contains(groups[index].number) }
        for identifier in keep {
            guard let index = groups.firstIndex(where: { $0.group.localIdentifiers.contains(identifier) }),
                let keeping = groups[index].group.keeping(identifier)
            else {
                throw PhotoLibraryError(
                    .identifierNotFound, "This photo is in none of the groups.", identifier: identifier)
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

    private func settle(
        _ groups: [NumberedGroup], in library: PhotoLibrary, asking terminal: AskingTerminal?,
        _ printer: inout DuplicatePrinter
    ) throws -> Exit {
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
        if let terminal, !isConfirmed(work.map(\.plan), on: terminal) {
            options.terminal.write("Nothing was changed.\n")
            return .done
        }
        for (group, plan) in work {
            let result = Result { try library.resolveDuplicates([plan]) }
            try printer.printOutcome(of: group, plan, result)
        }
        printer.finish()
        return printer.failures > 0 ? .someFailed : .done
    }

    private func isConfirmed(_ plans: [DuplicatePlan], on terminal: AskingTerminal) -> Bool {
        let count = plans.reduce(0) { $0 + $1.deleted.count }
        return terminal.answer(
            to: "Delete \(counted(count, "photo")) and keep \(plans.count)? They can be brought back. Type yes: ")
            == "yes"
    }
}

/// A group with the number it is called by.
struct NumberedGroup {
    let number: Int
    var group: DuplicateGroup
    /// Whether it was asked for by number.
    var isNamed = false
    /// Whether its photo to keep was chosen.
    var hasChoice = false
}
