public import Foundation

/// An object of a library, with a local identifier.
///
/// Two objects are equal if they have the same identifier in the same library, even if their other properties differ.
///
/// `@unchecked`: all stored properties of this class and of its subclasses are constants of Sendable types.
public class PHObject: NSObject, NSCopying, @unchecked Sendable {
    let library: PHPhotoLibrary
    private let identifier: String

    init(_ identifier: String, in library: PHPhotoLibrary) {
        self.identifier = identifier
        self.library = library
    }

    /// Identifies the object in this library permanently.
    public var localIdentifier: String { identifier }

    /// The object itself.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object has the same identifier in the same library.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let object = object as? PHObject else { return false }
        return object === self || object.localIdentifier == localIdentifier && object.library == library
    }

    /// Hashes the identifier.
    override public var hash: Int { localIdentifier.hashValue }

    /// The value for a key of predicates and sort descriptors; `nil` for a key that its class does not have.
    func value(forFetchKey key: String) -> FetchValue? {
        ["SELF", "localIdentifier"].contains(key) ? .text(localIdentifier) : nil
    }

    /// The value by which the object is sorted for a key, as in the catalogue; `nil` for a key that its class does not
    /// have.
    func sortValue(forFetchKey key: String) -> FetchValue? { value(forFetchKey: key) }
}

/// A placeholder for an object that a change creates.
///
/// It may be used in the rest of its block, and is equal to the created object.
///
/// `@unchecked`: the only stored property is a constant. The identifier of a placeholder for an asset can change, and
/// the lock of its `Creation` protects it.
public final class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    private let creation: Creation?

    /// A placeholder of a collection, whose identifier is known at once.
    override init(_ identifier: String, in library: PHPhotoLibrary) {
        creation = nil
        super.init(identifier, in: library)
    }

    init(_ creation: Creation, in library: PHPhotoLibrary) {
        self.creation = creation
        super.init("", in: library)
    }

    /// Identifies the object in this library.
    ///
    /// For an asset, reading the identifier inside the block reads the asset's files, and no further files can be
    /// added. The identifier is empty if the files cannot become an asset.
    override public var localIdentifier: String { creation?.localIdentifier ?? super.localIdentifier }
}
