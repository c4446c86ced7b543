internal import Foundation
internal import FoundationXML

/// The simple properties, lists and alternatives of an XMP packet (ISO 16684-1).
///
/// Structures are not read. A packet with a document type is refused: XMP needs none, and entities are how XML bombs
/// are made.
package struct XMPPacket {
    fileprivate struct Name: Hashable {
        let namespace: String
        let name: String
    }

    private let values: [Name: [String]]

    /// Reads a packet; of one that breaks off, what comes before.
    ///
    /// - Returns: `nil` if nothing can be read.
    package init?(_ bytes: [UInt8]) {
        let data = Data(bytes)
        guard data.range(of: Data("<!DOCTYPE".utf8)) == nil else { return nil }
        let reader = XMPReader()
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.shouldReportNamespacePrefixes = true
        parser.delegate = reader
        _ = parser.parse()
        guard !reader.values.isEmpty else { return nil }
        values = reader.values
    }

    /// The text of a property, of a list its first, of alternatives by language the one that is there by default.
    package func text(_ namespaceURI: String, _ name: String) -> String? { list(namespaceURI, name).first }

    /// The texts of a property.
    package func list(_ namespaceURI: String, _ name: String) -> [String] {
        values[Name(namespace: namespaceURI, name: name)] ?? []
    }
}

/// Gathers the properties of `rdf:Description` elements directly within `rdf:RDF`.
private final class XMPReader: NSObject, XMLParserDelegate {
    typealias Name = XMPPacket.Name

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let description = Name(namespace: rdf, name: "Description")
    private static let item = Name(namespace: rdf, name: "li")

    private(set) var values: [Name: [String]] = [:]
    private var path: [Name] = []
    private var prefixes: [String: String] = [:]
    private var text = ""
    private var isDefault = false

    /// The property that the parser is in.
    private var property: Name? {
        path.count > 2 ? path.firstIndex(of: Self.description).flatMap { $0 + 1 < path.count ? path[$0 + 1] : nil } : nil
    }

    func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI namespaceURI: String) {
        prefixes[prefix] = namespaceURI
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let isProperty = path.last == Self.description
        path.append(Name(namespace: namespaceURI ?? "", name: elementName))
        text = ""
        isDefault = attributes["xml:lang"] == "x-default"
        guard path.last == Self.description, !isProperty, property == nil else { return }
        for (name, value) in attributes {
            let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, let namespace = prefixes[parts[0]] else { continue }
            values[Name(namespace: namespace, name: parts[1]), default: []].append(value)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?) {
        defer {
            path.removeLast()
            text = ""
        }
        guard let property, let name = path.last else { return }
        let isSimple = path.dropLast().last == Self.description && name == property && values[property] == nil
        guard isSimple || name == Self.item, !text.isEmpty else { return }
        values[property, default: []].insert(text, at: isDefault ? 0 : values[property]?.count ?? 0)
    }
}
