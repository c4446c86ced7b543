public import Foundation

/// Something that a library names by a local identifier.
///
/// Two objects are equal if they have the same identifier in the same library, whatever they said when they were fetched.
///
/// `@unchecked`: objects never change. What a placeholder finds out later is behind a lock.
public class PHObject: NSObject, NSCopying, @unchecked Sendable {
    let library: PHPhotoLibrary
    private let identifier: String

    init(_ identifier: String, in library: PHPhotoLibrary) {
        self.identifier = identifier
        self.library = library
    }

    /// Names the object in this library, for ever.
    public var localIdentifier: String { identifier }

    /// The object itself.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other has the same identifier in the same library.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let object = object as? PHObject else { return false }
        return object === self || object.localIdentifier == localIdentifier && object.library == library
    }

    /// Hashes the identifier.
    override public var hash: Int { localIdentifier.hashValue }

    /// What the object has for a key of predicates and sort descriptors; `nil` for keys that its kind does not have.
    func value(forFetchKey key: String) -> FetchValue? {
        ["SELF", "localIdentifier"].contains(key) ? .text(localIdentifier) : nil
    }

    /// What the object is sorted by for a key, as the catalogue sorts; `nil` for keys that its kind does not have.
    func sortValue(forFetchKey key: String) -> FetchValue? { value(forFetchKey: key) }
}

/// Something that a change makes.
///
/// May be used in the rest of its block, and is equal to the object itself, once that is there.
public final class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    private let creation: Creation?

    /// A collection, whose identifier is known at once.
    override init(_ identifier: String, in library: PHPhotoLibrary) {
        creation = nil
        super.init(identifier, in: library)
    }

    init(_ creation: Creation, in library: PHPhotoLibrary) {
        self.creation = creation
        super.init("", in: library)
    }

    /// Names the object in this library.
    ///
    /// Of an asset: asking for it inside the block reads its files, and none can be added then; it is empty if they cannot be
    /// made an asset.
    override public var localIdentifier: String { creation?.localIdentifier ?? super.localIdentifier }
}
