internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel

/// Something that was changed, or was to be.
struct ChangedObject: Encodable {
    let localIdentifier: String
    /// What became of it, in camel case.
    let status: String
}

extension LibraryCommand {
    /// Changes objects of the library, and says which of them are now other than they were.
    ///
    /// - Parameters:
    ///   - named: The objects, each as often as a person named it; it is one all the same.
    ///   - place: The folder in which their order may be another.
    ///   - status: What becomes of those that change.
    ///   - body: Asks for the changes of the objects, each given once.
    func change(
        _ library: PhotoLibrary, _ named: [String], in place: String? = nil, _ status: String,
        _ body: (ChangeRequests, [String]) throws -> Void
    ) throws -> Exit {
        let identifiers = named.withoutRepeats(by: \.self)
        let start = try library.currentChangeToken
        try library.performChangesAndWait(decoding: options.decoding) { try body($0, identifiers) }
        let touched = try library.identifiersOfObjects(touchedSince: start)
        let changed = place.map(touched.contains) == true ? Set(identifiers) : touched.intersection(identifiers)
        let unchanged = identifiers.count { !changed.contains($0) }
        if options.json {
            for identifier in identifiers {
                let status = changed.contains(identifier) ? status : "unchanged"
                JSONLines.print(ChangedObject(localIdentifier: identifier, status: status))
            }
            JSONLines.printSummary([status: identifiers.count - unchanged, "unchanged": unchanged])
        } else if !options.quiet {
            let sentence =
                switch unchanged {
                case _ where identifiers.isEmpty: "Nothing changed: nothing was named."
                case 0: "\(status.capitalized)."
                case identifiers.count: "Nothing changed: it was so already."
                default: "\(status.capitalized); \(unchanged) of \(identifiers.count) so already."
                }
            options.terminal.write("\(sentence)\n")
        }
        return .done
    }

    /// Prints the identifier of an object that was made: it is the result.
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
    /// The first of each that have the same key, in order.
    func withoutRepeats<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

extension PhotoLibrary {
    /// The objects that the history has as inserted, updated or deleted since then.
    fileprivate func identifiersOfObjects(touchedSince token: PersistentChangeToken) throws -> Set<String> {
        let changes = try fetchPersistentChanges(since: token)
        return try ObjectType.allCases.reduce(into: []) { touched, type in
            let details = try changes.netDetails(for: type)
            touched.formUnion(details.insertedLocalIdentifiers)
            touched.formUnion(details.updatedLocalIdentifiers)
            touched.formUnion(details.deletedLocalIdentifiers)
        }
    }
}
