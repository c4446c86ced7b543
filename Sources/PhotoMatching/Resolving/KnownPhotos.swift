internal import PhotoCatalog
internal import PhotoModel

/// Photos of other devices that are known to be photos of this library, although their files differ.
///
/// An identifier of an album or folder names its members by digests of their files. A member that was encoded again has
/// another digest here, and is recognised by an identifier of the photo itself, which has been resolved, or by a
/// decision of a person.
struct KnownPhotos {
    /// The contents of the same photo on other devices, by the content of the photo in this library.
    private var others: [[UInt8]: Set<[UInt8]>] = [:]

    /// The photos about which a person has decided.
    init(_ decisions: [Decision]) {
        for decision in decisions where decision.isSame {
            add(decision.contents[0], as: decision.contents[1])
            add(decision.contents[1], as: decision.contents[0])
        }
    }

    /// Adds a photo of this library that another device has with another content.
    mutating func add(_ content: [UInt8], as other: [UInt8]) {
        if content != other { others[content, default: []].insert(other) }
    }

    /// Whether another content is known for one of these photos of the library.
    func hasOthers(_ contents: [[UInt8]]) -> Bool { !others.isEmpty && contents.contains { others[$0] != nil } }

    /// The contents by which the device of an identifier names these photos of the library.
    ///
    /// - Parameter names: The beginnings of the contents that the identifier names.
    func renamed(_ contents: [[UInt8]], for names: Set<[UInt8]>) -> [[UInt8]] {
        contents.flatMap { content -> [[UInt8]] in
            guard let others = others[content] else { return [content] }
            let named = ([content] + others).filter {
                names.contains(CloudIdentifier.CollectionEvidence.member($0))
            }
            guard named.isEmpty else { return named }
            // The identifier names only the least contents, and this photo is perhaps one of the others.
            return others.min { $0.lexicographicallyPrecedes($1) }.map { [$0] } ?? [content]
        }
    }
}

extension PhotoMatcher {
    /// The known photos of other devices: those about which a person has decided, and those that these answers found.
    func knownPhotos(_ answers: [(identifier: CloudIdentifier, answer: Resolution)]) throws -> KnownPhotos {
        var known = KnownPhotos(try catalog.decisions())
        let assets = try catalog.assets(answers.compactMap(\.answer.localIdentifier))
        for (identifier, answer) in answers where answer.status == .found {
            guard let other = identifier.evidence?.content,
                let original = answer.localIdentifier.flatMap({ assets[$0] })?.original
            else { continue }
            known.add(original.content, as: other)
        }
        return known
    }
}
