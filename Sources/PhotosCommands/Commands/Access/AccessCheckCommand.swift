internal import ArgumentParser
internal import Foundation
internal import LibraryBroker
internal import OpenPhotoKitOwner
internal import PhotoModel

struct AccessCheckCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say whether other users or apps could read the library's files around “photos serve”.",
        discussion: """
            Looks at the permissions of the library's folder, and at what the broker found when each app last connected.
            Exit codes: 0 no app and no other user reaches the files, 2 some do.
            """)

    @OptionGroup var options: PlainOptions

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let exposure = FolderExposure(of: library.path)
        let apps = try library.accessRecord().filter { app in
            guard let containment = app.containment else { return false }
            return containment != .contained
        }
        if options.json {
            JSONLines.print(["folder": exposure.rawValue])
            for app in apps { JSONLines.print(AppObject(app)) }
            JSONLines.printSummary(["uncontained": apps.count])
        } else {
            let path = Terminal.safe(library.path.string)
            switch exposure {
            case .owner: StandardOutput.print("Other users cannot enter \(path).")
            case .others: StandardOutput.print("Other users may enter \(path): chmod 700 prevents it.")
            case .accessList:
                StandardOutput.print("An access list of \(path) names other users: setfacl -b removes it.")
            case .unknown: StandardOutput.print("The permissions of \(path) cannot be read.")
            }
            for app in apps { StandardOutput.print("\(app.app) is on its word: \(app.identity?.displayText ?? "").") }
        }
        return exposure == .owner && apps.isEmpty ? .done : .someFailed
    }
}
