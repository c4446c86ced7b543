/// The type of a changed object.
public enum ObjectType: Int, Hashable, Sendable, Codable, CaseIterable {
    /// A photo or video.
    case asset = 1
    /// An album. PhotoKit's asset collection.
    case album = 2
    /// A folder. PhotoKit's collection list.
    case folder = 3
    /// A user's decision about two contents. Its identifier is ``Decision/identifier``.
    case decision = 4
}

/// The change of one object.
package enum ChangeKind: Int, Hashable, Sendable {
    case insert = 1
    case update = 2
    case delete = 3

    /// The net effect of a first and a last change of an object; `nil` if the object exists neither before nor after.
    package static func net(of first: ChangeKind, through last: ChangeKind) -> ChangeKind? {
        switch (wasThere: first != .insert, isThere: last != .delete) {
        case (false, true): .insert
        case (true, true): .update
        case (true, false): .delete
        case (false, false): nil
        }
    }
}

/// The objects of one type in a change or a range of changes.
///
/// No identifier is in two of the sets.
public struct PersistentObjectChangeDetails: Hashable, Sendable, Codable {
    /// The type of all these objects.
    public let objectType: ObjectType
    /// Objects that did not exist before: created, or restored from the recently deleted.
    public private(set) var insertedLocalIdentifiers: Set<String> = []
    /// Objects that existed before and exist now, and were changed.
    public private(set) var updatedLocalIdentifiers: Set<String> = []
    /// Objects that no longer exist: moved to the recently deleted, or merged into another object.
    public private(set) var deletedLocalIdentifiers: Set<String> = []

    /// Creates details without changes.
    package init(_ objectType: ObjectType) { self.objectType = objectType }

    /// Whether no object of this type changed.
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
