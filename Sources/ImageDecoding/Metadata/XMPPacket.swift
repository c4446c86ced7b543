/// The simple properties, arrays and alternatives of an XMP packet (ISO 16684-1), in a file or beside it.
///
/// Structures are not read.
package struct XMPPacket {
    private static let rdfNamespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

    private enum Value {
        case text(String)
        /// The items of an array; of alternatives the default one comes first.
        case array([String])
    }

    private var properties: [XMLTree.Name: Value] = [:]

    /// Reads a packet, with or without its wrapper; `nil` if it is none.
    ///
    /// Of a property that is stated twice the first counts.
    package init?(_ bytes: [UInt8]) {
        guard let root = XMLTree.root(of: bytes), let rdf = Self.rdf(in: root) else { return nil }
        for description in rdf.children where description.name == Self.name("Description") {
            properties.merge(Self.properties(of: description)) { first, _ in first }
        }
    }

    /// The value of a simple property, or the first item of an array.
    package func text(_ namespace: String, _ name: String) -> String? { list(namespace, name).first }

    /// The items of an array, or the value of a simple property.
    package func list(_ namespace: String, _ name: String) -> [String] {
        switch properties[XMLTree.Name(namespace, name)] {
        case .text(let text)?: [text]
        case .array(let items)?: items
        case nil: []
        }
    }

    private static func name(_ local: String) -> XMLTree.Name { XMLTree.Name(rdfNamespace, local) }

    private static func rdf(in element: XMLTree.Element) -> XMLTree.Element? {
        element.name == name("RDF") ? element : element.child(name("RDF"))
    }

    /// The properties of a description: its attributes and its children (7.9.2).
    private static func properties(of description: XMLTree.Element) -> [XMLTree.Name: Value] {
        var properties: [XMLTree.Name: Value] = [:]
        for (name, value) in description.attributes where isProperty(name) { properties[name] = .text(value) }
        for child in description.children where properties[child.name] == nil {
            properties[child.name] = value(of: child)
        }
        return properties
    }

    private static func isProperty(_ name: XMLTree.Name) -> Bool {
        !name.namespace.isEmpty && name.namespace != rdfNamespace && !name.namespace.hasSuffix("/XML/1998/namespace")
    }

    private static func value(of element: XMLTree.Element) -> Value? {
        for kind in ["Alt", "Bag", "Seq"] {
            guard let array = element.child(name(kind)) else { continue }
            let items = array.children.filter { $0.name == name("li") }
            let language = XMLTree.Name("http://www.w3.org/XML/1998/namespace", "lang")
            let ordered =
                items.filter { $0.attributes[language] == "x-default" }
                + items.filter { $0.attributes[language] != "x-default" }
            return .array(ordered.compactMap(\.value))
        }
        return element.value.map { .text($0) }
    }
}
