/// What kind of object a change is about.
public enum ObjectType: Int, Hashable, Sendable, CaseIterable {
    /// A photo or video.
    case asset = 1
    /// What PhotoKit calls an asset collection.
    case album = 2
    /// What PhotoKit calls a collection list.
    case folder = 3
    /// What a person said of two contents; its identifier is ``Decision/identifier``.
    case decision = 4
}

/// What became of one object.
package enum ChangeKind: Int, Hashable, Sendable {
    case insert = 1
    case update = 2
    case delete = 3

    /// What a first and a last change of the same object come to; `nil` if it is neither there before nor after.
    package static func net(of first: ChangeKind, through last: ChangeKind) -> ChangeKind? {
        switch (wasThere: first != .insert, isThere: last != .delete) {
        case (false, true): .insert
        case (true, true): .update
        case (true, false): .delete
        case (false, false): nil
        }
    }
}

/// The objects of one type that a change, or a range of changes, is about.
///
/// No identifier is in two of the sets.
public struct PersistentObjectChangeDetails: Hashable, Sendable {
    /// The type of all these objects.
    public let objectType: ObjectType
    /// Those that were not there before: made, or brought back from the recently deleted.
    public private(set) var insertedLocalIdentifiers: Set<String> = []
    /// Those that were there before and are now, and were changed meanwhile.
    public private(set) var updatedLocalIdentifiers: Set<String> = []
    /// Those that are not there any more: moved to the recently deleted, or merged into another.
    public private(set) var deletedLocalIdentifiers: Set<String> = []

    /// Nothing of this type.
    package init(_ objectType: ObjectType) { self.objectType = objectType }

    /// Whether nothing of this type changed.
    public var isEmpty: Bool {
        insertedLocalIdentifiers.isEmpty && updatedLocalIdentifiers.isEmpty && deletedLocalIdentifiers.isEmpty
    }

    package mutating func add(_ localIdentifier: String, _ kind: ChangeKind) {
        switch kind {
        case .insert: insertedLocalIdentifiers.insert(localIdentifier)
        case .update: updatedLocalIdentifiers.insert(localIdentifier)
        case .delete: deletedLocalIdentifiers.insert(localIdentifier)
        }
    }
}
