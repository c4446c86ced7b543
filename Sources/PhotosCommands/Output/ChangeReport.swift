internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The JSON object of an object of the library that a command was asked to change.
struct ChangedObject: Encodable {
    let localIdentifier: String
    /// The result, such as `edited` or `unchanged`.
    let status: String
}

extension LibraryCommand {
    /// Changes objects of the library, and prints which of them have changed.
    ///
    /// - Parameters:
    ///   - named: The identifiers of the objects. Repetitions have no effect.
    ///   - place: The folder in which the objects are ordered. If it changes, they all count as changed.
    ///   - status: The status of changed objects.
    ///   - noun: The kind of the objects, in the singular and the plural, for the output.
    ///   - sentence: The output if something has changed; `nil` for the number of changed objects.
    ///   - body: Requests the changes. Its identifiers have no repetitions.
    func change(
        _ library: OwnedLibrary, _ named: [String], in place: String? = nil, _ status: String,
        of noun: (one: String, several: String), saying sentence: String? = nil,
        _ body: (ChangeRequests, [String]) throws -> Void
    ) throws -> Exit {
        let identifiers = named.withoutRepeats(by: \.self)
        let start = try library.currentChangeToken
        try library.performChangesAndWait(decoding: options.decoding) { try body($0, identifiers) }
        let inHistory = try library.identifiersOfObjects(changedSince: start)
        let changed = place.map(inHistory.contains) == true ? Set(identifiers) : inHistory.intersection(identifiers)
        let unchanged = identifiers.count { !changed.contains($0) }
        if options.json {
            for identifier in identifiers {
                let status = changed.contains(identifier) ? status : "unchanged"
                JSONLines.print(ChangedObject(localIdentifier: identifier, status: status))
            }
            JSONLines.printSummary([status: identifiers.count - unchanged, "unchanged": unchanged])
        } else if !options.quiet {
            let number = counted(identifiers.count - unchanged, noun.one, plural: noun.several)
            let text =
                switch unchanged {
                case _ where identifiers.isEmpty: "Nothing changed: no name was given."
                case identifiers.count: "Nothing to change."
                case 0: sentence ?? "\(number) \(status)."
                default: sentence ?? "\(number) \(status), \(unchanged) needed no change."
                }
            options.terminal.write("\(text)\n")
        }
        return .done
    }

    /// Prints the identifier of a new object.
    func reportCreation(of identifier: String) -> Exit {
        if options.json {
            JSONLines.print(ChangedObject(localIdentifier: identifier, status: "created"))
            JSONLines.printSummary(["created": 1])
        } else {
            StandardOutput.print(identifier)
        }
        return .done
    }
}

extension Sequence {
    /// The elements in their order, but only the first one for each key.
    func withoutRepeats<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

extension OwnedLibrary {
    /// The objects that were inserted, updated or deleted since the token.
    fileprivate func identifiersOfObjects(changedSince token: PersistentChangeToken) throws -> Set<String> {
        let changes = try fetchPersistentChanges(since: token)
        return try ObjectType.allCases.reduce(into: []) { changed, type in
            let details = try changes.netDetails(for: type)
            changed.formUnion(details.insertedLocalIdentifiers)
            changed.formUnion(details.updatedLocalIdentifiers)
            changed.formUnion(details.deletedLocalIdentifiers)
        }
    }
}
