/// The simple properties, lists and alternatives of an XMP packet (ISO 16684-1).
///
/// Of structures, only the names of faces are read.
package struct XMPPacket {
    fileprivate struct Name: Hashable {
        let namespace: String
        let name: String
    }

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let description = Name(namespace: rdf, name: "Description")
    private static let item = Name(namespace: rdf, name: "li")
    private static let regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    /// The greatest nesting of elements.
    private static let maxDepth = 64
    /// The greatest number of values.
    private static let maxValues = 10_000

    /// The names of the persons whose faces are marked (MWG, Guidelines for handling image metadata 2.0, 5.9).
    package private(set) var persons: [String] = []
    private var values: [Name: [String]] = [:]
    private var valueCount = 0

    /// Reads a packet.
    ///
    /// Of a truncated packet it reads the beginning.
    ///
    /// - Returns: `nil` if nothing can be read.
    package init?(_ bytes: [UInt8]) {
        var scanner = XMLScanner(Self.text(bytes))
        var elements: [Element] = []
        var spaces = Namespaces()
        // The document ends at an element that is nested too deeply, and at an end tag without a start tag.
        reading: while let event = scanner.next() {
            switch event {
            case .start(let name, let attributes):
                guard elements.count < Self.maxDepth else { break reading }
                let declared = spaces.declare(attributes)
                elements.append(
                    Element(
                        name: spaces.name(name, isAttribute: false), declared: declared,
                        isDefault: attributes.contains { $0.name == "xml:lang" && $0.value == "x-default" }))
                guard elements.firstIndex(where: { $0.name == Self.description }) == elements.count - 1 else {
                    for attribute in attributes {
                        note(attribute.value, of: spaces.name(attribute.name, isAttribute: true), &elements)
                    }
                    continue
                }
                for attribute in attributes where !attribute.name.hasPrefix("xmlns") {
                    add(attribute.value, to: spaces.name(attribute.name, isAttribute: true), isFirst: false)
                }
            case .text(let text): if !elements.isEmpty { elements[elements.count - 1].text += text }
            case .end:
                take(elements)
                guard let element = elements.popLast() else { break reading }
                note(element.text, of: element.name, &elements)
                if let name = element.face.name, element.face.isFace { persons.append(name) }
                spaces.forget(element.declared)
            }
        }
        if values.isEmpty, persons.isEmpty { return nil }
    }

    /// The text of a property: the first item of a list, or the default language of alternatives.
    package func text(_ namespaceURI: String, _ name: String) -> String? { list(namespaceURI, name).first }

    /// The texts of a property.
    package func list(_ namespaceURI: String, _ name: String) -> [String] {
        values[Name(namespace: namespaceURI, name: name)] ?? []
    }

    /// Adds the text of the innermost element, if it is a property or an item of one.
    private mutating func take(_ elements: [Element]) {
        guard let place = elements.firstIndex(where: { $0.name == Self.description }), place + 1 < elements.count,
            let element = elements.last, !element.text.isEmpty
        else { return }
        let property = elements[place + 1].name
        let isSimple = elements.count == place + 2 && values[property] == nil
        if isSimple || element.name == Self.item { add(element.text, to: property, isFirst: element.isDefault) }
    }

    /// Adds a field of a region to the innermost item of the list of regions.
    private mutating func note(_ value: String, of name: Name, _ elements: inout [Element]) {
        guard name.namespace == Self.regions, valueCount < Self.maxValues,
            let item = elements.lastIndex(where: { $0.name == Self.item })
        else { return }
        switch name.name {
        case "Name" where !value.isEmpty: elements[item].face.name = value
        case "Type": elements[item].face.isFace = value == "Face"
        default: return
        }
        valueCount += 1
    }

    private mutating func add(_ value: String, to name: Name, isFirst: Bool) {
        guard valueCount < Self.maxValues else { return }
        valueCount += 1
        values[name, default: []].insert(value, at: isFirst ? 0 : values[name]?.count ?? 0)
    }

    /// The packet as text: UTF-8, or UTF-16, which has a NUL beside the first `<` (ISO 16684-1, 7.3.2).
    private static func text(_ bytes: [UInt8]) -> String {
        guard let place = bytes.firstIndex(of: UInt8(ascii: "<")), bytes.prefix(4).contains(0) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let isLittleEndian = place.isMultiple(of: 2)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// An open element.
    private struct Element {
        let name: Name
        /// The prefixes it declares.
        let declared: [String]
        let isDefault: Bool
        var text = ""
        /// The face that an item of a list of regions describes.
        var face: (name: String?, isFace: Bool) = (nil, false)
    }

    /// The name spaces of prefixes, the innermost last.
    private struct Namespaces {
        private var spaces: [String: [String]] = [:]

        /// Adds the prefixes that `xmlns` attributes declare, and returns them.
        mutating func declare(_ attributes: [(name: String, value: String)]) -> [String] {
            attributes.compactMap { name, value in
                guard name == "xmlns" || name.hasPrefix("xmlns:") else { return nil }
                let prefix = String(name.dropFirst(6))
                spaces[prefix, default: []].append(value)
                return prefix
            }
        }

        mutating func forget(_ prefixes: [String]) { for prefix in prefixes { _ = spaces[prefix]?.popLast() } }

        /// The name with its prefix resolved.
        ///
        /// An attribute without a prefix has no name space.
        func name(_ text: String, isAttribute: Bool) -> Name {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let prefix = parts.count > 1 ? parts[0] : ""
            let namespace = parts.count > 1 || !isAttribute ? spaces[prefix]?.last : nil
            return Name(namespace: namespace ?? "", name: parts.last ?? "")
        }
    }
}
