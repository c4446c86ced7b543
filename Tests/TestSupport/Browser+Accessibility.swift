internal import Foundation

// The page as assistive technology gets it.
extension Browser {
    /// An object of the accessibility tree.
    public struct AccessibleObject: Sendable {
        /// The role, such as `button`.
        public let role: String
        /// The name; empty without one.
        public let name: String
        /// The values of other properties, such as `focused`, as text.
        public let properties: [String: String]
        /// The numbers of this object's ancestors in the list of all objects, the nearest first.
        public fileprivate(set) var ancestors: [Int] = []
    }

    /// All objects that assistive technology gets, parents before their children.
    public func accessibleObjects() throws -> [AccessibleObject] {
        let nodes = try send("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
        func text(_ value: Any?) -> String {
            guard let value = (value as? [String: Any])?["value"] else { return "" }
            return value as? String ?? ((value as? NSNumber).map { "\($0)" } ?? "")
        }
        var objects: [AccessibleObject] = []
        var numbers: [String: (number: Int?, parent: String?)] = [:]
        for node in nodes {
            let id = node["nodeId"] as? String ?? ""
            let parent = node["parentId"] as? String
            guard node["ignored"] as? Bool != true else {
                numbers[id] = (nil, parent)
                continue
            }
            numbers[id] = (objects.count, parent)
            let properties = (node["properties"] as? [[String: Any]] ?? []).map {
                ($0["name"] as? String ?? "", text($0["value"]))
            }
            var object = AccessibleObject(
                role: text(node["role"]), name: text(node["name"]),
                properties: Dictionary(properties, uniquingKeysWith: { $1 }))
            var next = parent
            while let one = next, let known = numbers[one] {
                if let number = known.number { object.ancestors.append(number) }
                next = known.parent
            }
            objects.append(object)
        }
        return objects
    }
}
