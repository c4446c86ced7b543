/// What may hold places in an XML document, in ranges that do not overlap.
struct XMLPlaces {
    /// Elements, attributes and the contents of comments, which may hold what another program removed.
    private(set) var named: [Range<Int>] = []
    /// Texts and values of attributes that are pictures in Base64.
    private(set) var pictures: [Range<Int>] = []

    /// The beginning of a JPEG in Base64.
    private static let pictureStart = "/9j/"
    /// The beginning of a machine tag with a coordinate, such as `geo:lat=48.1`.
    private static let machineTagStart = "geo:"

    private let characters: XMLCharacters
    /// The names of the open elements.
    private var open: [Range<Int>] = []
    /// The start of the outermost open element that holds a place, and its depth.
    private var outermost: (start: Int, depth: Int)?

    /// Searches a document; `nil` if it is not well-formed.
    init?(in characters: XMLCharacters) {
        self.characters = characters
        var scanner = XMLScanner(characters)
        var hasElement = false
        // Only the text behind a start tag is a value.
        var isBehindStart = false
        while let event = scanner.next() {
            defer { if case .start(let tag) = event { isBehindStart = !tag.isEmpty } else { isBehindStart = false } }
            switch event {
            case .comment(let content):
                if outermost == nil, PlaceName.matchesPart(of: characters.text(scanner.extent)) {
                    named.append(content)
                }
            // The type of a property list. A type with declarations is refused.
            case .documentType(let type): if characters.text(type).contains("[") { return nil }
            case .data: break
            case .text(let text): if isBehindStart, outermost == nil { add(text) }
            case .start(let tag):
                let names = [tag.name] + tag.attributes.map(\.name)
                guard open.count < 256, names.allSatisfy(scanner.isName) else { return nil }
                hasElement = true
                add(tag, in: scanner.extent)
            case .end(let name): guard end(name, at: scanner.extent.upperBound) else { return nil }
            }
        }
        guard scanner.isAtEnd, open.isEmpty, hasElement else { return nil }
    }

    private mutating func add(_ tag: XMLScanner.Tag, in extent: Range<Int>) {
        if outermost == nil {
            if !isPlace(tag.name) {
                for attribute in tag.attributes {
                    if isPlace(attribute.name) {
                        named.append(attribute.name.lowerBound..<attribute.value.upperBound + 1)
                    } else {
                        add(attribute.value)
                    }
                }
            } else if tag.isEmpty {
                named.append(extent)
            } else {
                outermost = (extent.lowerBound, open.count)
            }
        }
        if !tag.isEmpty { open.append(tag.name) }
    }

    /// Ends the innermost element; `false` if it has another name.
    private mutating func end(_ name: Range<Int>, at end: Int) -> Bool {
        guard let last = open.popLast(), characters.units[last] == characters.units[name] else { return false }
        if let element = outermost, element.depth == open.count {
            named.append(element.start..<end)
            outermost = nil
        }
        return true
    }

    /// Adds a text or a value of an attribute if it may hold a place.
    private mutating func add(_ value: Range<Int>) {
        let start = characters.skippingSpace(value.lowerBound)
        guard start < value.upperBound else { return }
        if characters.has(Self.pictureStart, at: start) { pictures.append(value) }
        if characters.has(Self.machineTagStart, at: start) { named.append(value) }
    }

    private func isPlace(_ name: Range<Int>) -> Bool {
        let name = characters.text(name)
        // A declaration of a prefix is not a property.
        if name == "xmlns" || name.hasPrefix("xmlns:") { return false }
        return PlaceName.matches(name.drop { $0 != ":" }.isEmpty ? name[...] : name.drop { $0 != ":" }.dropFirst())
    }
}
