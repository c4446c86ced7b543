internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct SyncConflictsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List what was set differently on two devices, or choose.",
        discussion: """
            photos sync conflicts            lists them, with their numbers
            photos sync conflicts --take 2   lets the other value of conflict 2 count, on all devices
            photos sync conflicts --keep 2   keeps the value that counts
            """)

    @OptionGroup var options: PlainOptions

    @Option(help: ArgumentHelp("Let the other value of this conflict count.", valueName: "number"))
    var take: Int?

    @Option(help: ArgumentHelp("Keep the value that counts.", valueName: "number"))
    var keep: Int?

    func validate() throws {
        guard take == nil || keep == nil else { throw ValidationError("Use --take or --keep, not both.") }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let conflicts = try await library.syncConflicts()
        guard let number = take ?? keep else {
            let photos = try library.assets(withLocalIdentifiers: conflicts.map(\.localIdentifier))
            for (index, conflict) in conflicts.enumerated() {
                render(conflict, index + 1, photos[conflict.localIdentifier]?.original?.originalFilename?.string)
            }
            if conflicts.isEmpty, !options.json, !options.quiet { StandardOutput.print("There are no conflicts.") }
            return .done
        }
        guard conflicts.indices.contains(number - 1) else {
            throw ValidationError("There is no conflict \(number). List them: photos sync conflicts.")
        }
        let conflict = conflicts[number - 1]
        try await library.endSyncConflict(conflict, takingOther: take != nil)
        if !options.quiet {
            let value = (take == nil ? conflict.value : conflict.otherValue) ?? "(none)"
            StandardOutput.print(
                Terminal.safe("The \(conflict.property.rawValue) is from now on, on all devices: \(value)"))
        }
        return .done
    }

    private func render(_ conflict: SyncConflict, _ number: Int, _ name: String?) {
        if options.json {
            JSONLines.print(Object(conflict, number))
            return
        }
        let other = conflict.otherDevice.map { "“\($0)”" } ?? "this device"
        for line in [
            "\(number)  \(conflict.property.rawValue) of \(conflict.localIdentifier)\(name.map { " (\($0))" } ?? "")",
            "   counts:  \(conflict.value ?? "(none)")",
            "   other:   \(conflict.otherValue ?? "(none)"), set on \(other), \(conflict.otherDate.formatted(.iso8601))",
        ] { StandardOutput.print(Terminal.safe(line)) }
    }

    private struct Object: Encodable {
        let number: Int
        let localIdentifier: String
        let property: String
        let value: String?
        let otherValue: String?
        let otherDevice: String?
        let otherDate: String

        init(_ conflict: SyncConflict, _ number: Int) {
            self.number = number
            (localIdentifier, property) = (conflict.localIdentifier, conflict.property.rawValue)
            (value, otherValue, otherDevice) = (conflict.value, conflict.otherValue, conflict.otherDevice)
            otherDate = conflict.otherDate.formatted(.iso8601)
        }
    }
}
