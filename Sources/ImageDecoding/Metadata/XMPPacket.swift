/// The simple properties, lists and alternatives of an XMP packet (ISO 16684-1).
///
/// Of structures, only the names of persons are read.
package struct XMPPacket {
    struct Name: Hashable {
        let namespace: String
        let name: String
    }

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let description = Name(namespace: rdf, name: "Description")
    private static let item = Name(namespace: rdf, name: "li")
    private static let alternatives = Name(namespace: rdf, name: "Alt")
    /// The greatest nesting of elements.
    private static let maxDepth = 64
    /// The greatest number of values.
    private static let maxValues = 10_000
    /// The greatest number of persons.
    private static let maxPersons = 1000

    /// The names of the persons in the picture, each once.
    package private(set) var persons: [String] = []
    private var values: [Name: [String]] = [:]
    private var valueCount = 0

    /// Reads a packet.
    ///
    /// Of a truncated packet it reads the beginning.
    ///
    /// - Returns: `nil` if nothing can be read.
    package init?(_ bytes: [UInt8]) {
        let document = XMLCharacters(utf8: Self.utf8(bytes))
        var scanner = XMLScanner(document)
        var elements: [Element] = []
        var spaces = Namespaces()
        // The document ends at an element that is nested too deeply, at an end tag without a start tag, and at a
        // document type, which could define entities.
        reading: while let event = scanner.next() {
            switch event {
            case .start(let tag):
                guard elements.count < Self.maxDepth else { break reading }
                begin(tag, of: document, &elements, &spaces)
                if tag.isEmpty { end(&elements, &spaces) }
            case .text(let text): if !elements.isEmpty { elements[elements.count - 1].text += document.expanded(text) }
            case .data(let text): if !elements.isEmpty { elements[elements.count - 1].text += document.string(text) }
            case .end: guard end(&elements, &spaces) else { break reading }
            case .comment: break
            case .documentType: break reading
            }
        }
        if values.isEmpty, persons.isEmpty { return nil }
    }

    /// Begins an element, and adds the properties that are its attributes.
    private mutating func begin(
        _ tag: XMLScanner.Tag, of document: XMLCharacters, _ elements: inout [Element], _ spaces: inout Namespaces
    ) {
        let attributes = tag.attributes.map { (name: document.name($0.name), value: document.expanded($0.value)) }
        let declared = spaces.declare(attributes)
        elements.append(
            Element(
                name: spaces.name(document.name(tag.name), isAttribute: false), declared: declared,
                isDefault: attributes.contains { $0.name == "xml:lang" && $0.value == "x-default" }))
        guard elements.firstIndex(where: { $0.name == Self.description }) == elements.count - 1 else {
            for attribute in attributes {
                let name = spaces.name(attribute.name, isAttribute: true)
                note(attribute.value, of: name, in: elements.count, &elements)
            }
            return
        }
        for attribute in attributes where !attribute.name.hasPrefix("xmlns") {
            add(attribute.value, to: spaces.name(attribute.name, isAttribute: true), isFirst: false)
        }
    }

    /// Ends the innermost element; `false` if none is open.
    @discardableResult
    private mutating func end(_ elements: inout [Element], _ spaces: inout Namespaces) -> Bool {
        take(elements)
        noteText(&elements)
        guard let element = elements.popLast() else { return false }
        if let person = element.region.person { add(person: person) }
        spaces.forget(element.declared)
        return true
    }

    /// The text of a property: the first item of a list, or the default language of alternatives.
    package func text(_ namespaceURI: String, _ name: String) -> String? { list(namespaceURI, name).first }

    /// The texts of a property.
    package func list(_ namespaceURI: String, _ name: String) -> [String] {
        values[Name(namespace: namespaceURI, name: name)] ?? []
    }

    /// Adds the text of the innermost element, if it is a property or an item of one.
    private mutating func take(_ elements: [Element]) {
        guard let offset = elements.firstIndex(where: { $0.name == Self.description }), offset + 1 < elements.count,
            let element = elements.last, !element.text.isEmpty
        else { return }
        let property = elements[offset + 1].name
        let isSimple = elements.count == offset + 2 && values[property] == nil
        if isSimple || element.name == Self.item { add(element.text, to: property, isFirst: element.isDefault) }
    }

    /// Notes the text of the innermost element, which is a field or an item of a field's list or alternatives.
    private mutating func noteText(_ elements: inout [Element]) {
        guard let last = elements.last else { return }
        let offset = elements.count - (last.name == Self.item ? 3 : 1)
        guard offset >= 0 else { return }
        // Of alternatives in several languages the first one is the default.
        if last.name == Self.item, elements[offset + 1].name == Self.alternatives {
            guard !elements[offset + 1].hasItem else { return }
            elements[offset + 1].hasItem = true
        }
        note(last.text, of: elements[offset].name, in: offset, &elements)
    }

    /// Notes a field that names a person.
    ///
    /// - Parameter depth: The number of elements that the field is in. The innermost item of a list among them is the
    ///   region.
    private mutating func note(_ value: String, of name: Name, in depth: Int, _ elements: inout [Element]) {
        guard let field = PersonField.fields[name], valueCount < Self.maxValues, let value = value.utf8.text else {
            return
        }
        valueCount += 1
        let item = elements[..<depth].lastIndex { $0.name == Self.item }
        switch (field, item) {
        case (.person, _): add(person: value)
        case (.regionName, let item?): elements[item].region.name = value
        case (.regionKind, let item?): elements[item].region.kind = value
        case (.nameOrigin, let item?): elements[item].region.nameOrigin = value
        case (_, nil): break
        }
    }

    private mutating func add(person: String) {
        if persons.count < Self.maxPersons, !persons.contains(person) { persons.append(person) }
    }

    /// Adds the properties of an extension of the packet (XMP part 3, 1.1.3.1).
    mutating func add(_ rest: XMPPacket?) {
        guard let rest else { return }
        values.merge(rest.values) { own, _ in own }
        for person in rest.persons { add(person: person) }
    }

    /// The digest of the extension of the packet.
    var extensionDigest: [UInt8]? { text("http://ns.adobe.com/xmp/note/", "HasExtendedXMP").map { Array($0.utf8) } }

    private mutating func add(_ value: String, to name: Name, isFirst: Bool) {
        guard valueCount < Self.maxValues else { return }
        valueCount += 1
        values[name, default: []].insert(value, at: isFirst ? 0 : values[name]?.count ?? 0)
    }

    /// The packet as UTF-8, from UTF-16 or UTF-32, which have zeros beside the first `<` (ISO 16684-1, 7.3.2).
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard let offset = bytes.firstIndex(of: UInt8(ascii: "<")), bytes.prefix(4).contains(0) else { return bytes }
        let zeros: [UInt8] = [0, 0, 0]
        let isUTF32 = bytes[..<offset].suffix(3) == zeros[...] || bytes[(offset + 1)...].prefix(3) == zeros[...]
        let width = isUTF32 ? 4 : 2
        let isLittleEndian = offset.isMultiple(of: width)
        let units = stride(from: 0, through: bytes.count - width, by: width).map { index in
            UInt32(bytes[index..<index + width].number(littleEndian: isLittleEndian) ?? 0)
        }
        let text =
            isUTF32
            ? String(decoding: units, as: UTF32.self)
            : String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
        return Array(text.utf8)
    }

    /// An open element.
    private struct Element {
        let name: Name
        /// The prefixes it declares.
        let declared: [String]
        let isDefault: Bool
        var text = ""
        /// Whether an item of these alternatives was noted.
        var hasItem = false
        /// The region that an item of a list of regions describes.
        var region = MarkedRegion()
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
