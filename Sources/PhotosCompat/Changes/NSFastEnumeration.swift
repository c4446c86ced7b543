public import Foundation

/// What change requests take several objects in: arrays, sets and results of fetches.
///
/// Foundation on Linux has no such protocol.
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
    /// The objects, which are all read.
    public var enumeratedObjects: [Any] { Array(self) }
}
