public import Foundation

/// A collection of objects for change requests: an array, a set or a fetch result.
///
/// Foundation on Linux does not have this protocol.
public protocol NSFastEnumeration {
    /// The objects, in order.
    var enumeratedObjects: [Any] { get }
}

extension Array: NSFastEnumeration {
    /// The elements.
    public var enumeratedObjects: [Any] { self }
}

extension Set: NSFastEnumeration {
    /// The elements, in no order.
    public var enumeratedObjects: [Any] { Array(self) }
}

extension NSArray: NSFastEnumeration {
    /// The elements.
    public var enumeratedObjects: [Any] { Array(self) }
}

extension NSSet: NSFastEnumeration {
    /// The elements, in no order.
    public var enumeratedObjects: [Any] { Array(self) }
}

extension PHFetchResult: NSFastEnumeration {
    /// The objects, all of which are read.
    public var enumeratedObjects: [Any] { Array(self) }
}
