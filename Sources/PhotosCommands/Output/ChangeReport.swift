internal import Foundation

/// Something that was changed.
struct ChangedObject: Encodable {
    let localIdentifier: String
    /// What became of it, in camel case.
    let status: String
}

extension LibraryCommand {
    /// Says what became of something that was changed; of what was made, its identifier is the result.
    func report(_ identifiers: [String], _ status: String) -> Exit {
        for identifier in identifiers {
            if options.json {
                JSONLines.print(ChangedObject(localIdentifier: identifier, status: status))
            } else if status == "created" {
                StandardOutput.print(identifier)
            }
        }
        if options.json {
            JSONLines.printSummary([status: identifiers.count])
        } else if status != "created", !options.quiet {
            options.terminal.write("\(status.capitalized).\n")
        }
        return .done
    }
}
