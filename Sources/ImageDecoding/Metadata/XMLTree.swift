internal import Foundation
internal import FoundationXML

/// A small XML document as a tree, names with their namespaces resolved.
///
/// For the few kilobytes of metadata in and beside photos: a document with a DTD, of more than ``maxBytes``, deeper than
/// ``maxDepth`` or with more than ``maxElements`` elements is refused, and nothing outside it is ever read.
package enum XMLTree {
    package static let maxBytes = 1 << 20
    static let maxDepth = 64
    static let maxElements = 20_000

    /// A name in a namespace.
    package struct Name: Hashable, Sendable {
        package let namespace: String
        package let local: String

        package init(_ namespace: String, _ local: String) {
            self.namespace = namespace
            self.local = local
        }
    }

    /// An element with everything in it.
    package struct Element {
        package let name: Name
        package var attributes: [Name: String] = [:]
        package var children: [Element] = []
        package var text = ""

        /// The first child of this name.
        package func child(_ name: Name) -> Element? { children.first { $0.name == name } }

        /// The text without the white space around it; `nil` if nothing is left.
        package var value: String? {
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return trimmed.isEmpty ? nil : trimmed
        }
    }

    /// The outermost element of a document in UTF-8 or, with a byte order mark, UTF-16; `nil` if it is no such document.
    package static func root(of bytes: some Sequence<UInt8>) -> Element? {
        guard let text = text(of: Array(bytes.prefix(maxBytes + 1))), !text.contains("<!DOCTYPE") else { return nil }
        let parser = XMLParser(data: Data(text.utf8))
        parser.shouldResolveExternalEntities = false
        let builder = Builder()
        parser.delegate = builder
        return parser.parse() ? builder.root : nil
    }

    private static func text(of bytes: [UInt8]) -> String? {
        guard bytes.count <= maxBytes else { return nil }
        let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let content = isUTF16 ? bytes : Array(bytes.prefix { $0 != 0 })
        return String(data: Data(content), encoding: isUTF16 ? .utf16 : .utf8)
    }
}

/// Builds the tree as the parser meets its parts.
private final class Builder: NSObject, XMLParserDelegate {
    private var open: [XMLTree.Element] = []
    private var prefixes: [[String: String]] = [["xml": "http://www.w3.org/XML/1998/namespace"]]
    private var elements = 0
    private(set) var root: XMLTree.Element?

    private func name(_ qualified: String, isAttribute: Bool) -> XMLTree.Name {
        let parts = qualified.split(separator: ":", maxSplits: 1)
        let prefix = parts.count == 2 ? String(parts[0]) : ""
        // An attribute without a prefix is in no namespace (Namespaces in XML 1.0, 6.2).
        let namespace = isAttribute && prefix.isEmpty ? "" : prefixes.last?[prefix] ?? ""
        return XMLTree.Name(namespace, String(parts.last ?? ""))
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements += 1
        guard open.count < XMLTree.maxDepth, elements <= XMLTree.maxElements else { return parser.abortParsing() }
        var scope = prefixes.last ?? [:]
        for (key, value) in attributes {
            if key == "xmlns" { scope[""] = value }
            if key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
        }
        prefixes.append(scope)
        var element = XMLTree.Element(name: name(elementName, isAttribute: false))
        for (key, value) in attributes where key != "xmlns" && !key.hasPrefix("xmlns:") {
            element.attributes[name(key, isAttribute: true)] = value
        }
        open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard let last = open.indices.last else { return }
        open[last].text += string
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        prefixes.removeLast()
        guard let element = open.popLast() else { return }
        if let parent = open.indices.last { open[parent].children.append(element) } else { root = element }
    }
}
