internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// `photos access`: the privacy record, and commands that change what apps may do.
struct AccessGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "See and decide which apps may see or add photos.",
        discussion: """
            photos access                                        lists the apps and what each may do
            photos access pending                                lists what apps ask for
            photos access allow org.example.Editor --select ID … lets it see these photos
            photos access allow org.example.Editor --all         lets it see all photos except hidden ones
            photos access deny org.example.Editor                takes everything back, at once

            Apps reach the library through “photos serve” only. “photos access check” says which apps could reach it \
            otherwise.
            """,
        subcommands: [
            AccessListCommand.self, AccessShowCommand.self, AccessAllowCommand.self, AccessAddCommand.self,
            AccessRemoveCommand.self, AccessDenyCommand.self, AccessResetCommand.self, AccessForgetCommand.self,
            AccessPendingCommand.self, AccessDismissCommand.self, AccessSocketCommand.self, AccessCheckCommand.self,
        ], defaultSubcommand: AccessListCommand.self)
}

struct AccessListCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the apps, what each may do, and when each last used the library.",
        discussion: "Exit codes: 0 done, 1 failed.")

    @OptionGroup var options: PlainOptions

    func execute() throws -> Exit {
        let record = try options.openLibrary().accessRecord()
        for group in AccessGroupTitle.allCases {
            let apps = record.filter { AccessGroupTitle(of: $0) == group }
            guard !apps.isEmpty, !options.json else { continue }
            StandardOutput.print(group.rawValue)
            let width = apps.map(\.app.count).max() ?? 0
            for app in apps { StandardOutput.print("  \(app.app.padded(width))  \(app.summary)") }
        }
        if options.json {
            for app in record { JSONLines.print(AppObject(app)) }
            JSONLines.printSummary(["apps": record.count])
        } else if !options.quiet {
            options.terminal.write("\(counted(record.count, "app"))\n")
        }
        return .done
    }
}

struct AccessShowCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what an app may do and did, and list the photos selected for it.",
        discussion: "Exit codes: 0 done, 3 the app is not in the record.")

    @OptionGroup var options: PlainOptions
    @Argument(help: "The app.") var app: String

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let access = try library.existingAccessRecord(of: app)
        if options.json {
            JSONLines.print(AppObject(access))
        } else {
            for (name, value) in access.lines { StandardOutput.print("\(name.padded(14))\(value)") }
        }
        let selected = AssetQuery(.localIdentifiers(try library.selectedAssets(for: app))).withEveryFrame
        try AssetPrinter(library: library, options: options).print(library.fetchAssets(selected))
        return .done
    }
}

struct AccessPendingCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "pending", abstract: "List the requests of apps that wait for your decision.",
        discussion: """
            Says when each app asked, and when it last connected. Answer a request with “photos access allow”, “deny”, “add” or \
            “remove”, or end it with “photos access dismiss”.
            An app may also wait on a page in the browser, such as one to select photos; its address is printed.
            Exit codes: 0 no app waits, 3 some apps wait.
            """)

    @OptionGroup var options: PlainOptions

    func execute() throws -> Exit {
        let waiting = try options.openLibrary().accessRecord().filter { $0.pendingRequest != nil }
        var pages = OpenPage.all()
        for app in waiting {
            if options.json {
                JSONLines.print(AppObject(app))
            } else {
                StandardOutput.print("\(app.app) \(app.pendingRequest?.sentence(to: app.app) ?? "")")
                let dates = [("asked", app.requestDate), ("connected", app.lastUsed)].compactMap { name, date in
                    date.map { "\(name) \($0.formatted(.iso8601))" }
                }
                StandardOutput.print("  \(dates.joined(separator: ", "))")
            }
        }
        for page in pages {
            if options.json {
                JSONLines.print(page)
            } else {
                StandardOutput.print("\(Terminal.safe(page.app)) waits for you on this page:\n  \(page.address)")
            }
        }
        pages.removeAll { page in waiting.contains { $0.app == page.app } }
        let count = waiting.count + Set(pages.map(\.app)).count
        if options.json {
            JSONLines.printSummary(["pending": count])
        } else if !options.quiet {
            options.terminal.write("\(counted(count, "app waits", plural: "apps wait"))\n")
        }
        return count == 0 ? .done : .notFound
    }
}

extension OwnedLibrary {
    /// The entry of an app.
    ///
    /// - Throws: `identifierNotFound`.
    func existingAccessRecord(of app: String) throws -> AppAccess {
        guard let access = try accessRecord(of: app) else {
            throw PhotoLibraryError(
                .identifierNotFound, "No app of this name asked for access or was given access.", identifier: app)
        }
        return access
    }
}
