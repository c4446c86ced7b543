internal import PhotoModel

/// The items of a HEIF file and their places, properties and references (ISO/IEC 14496-12, 8.11, and 23008-12, 9.3).
///
/// The first box of each type and the first entry of each item count.
struct HEIFFile {
    let file: SourceBytes
    let types: [Int: String]
    /// The item that is displayed.
    let primary: Int?
    /// All properties of the file.
    let properties: [BaseMediaBox]
    private let extents: [Int: [Range<Int>]]
    /// Indexes of ``properties`` by item, counted from 1.
    private let associations: [Int: [Int]]
    private let sources: [Int: [Int]]
    private let descriptions: [Int: [Int]]

    /// - Returns: `nil` if the file has no items.
    init?(_ file: SourceBytes) throws(PhotoLibraryError) {
        guard let meta = try file.box("meta", in: 0..<file.size)?.dropFirst(4) else { return nil }
        self.file = file
        var boxes: [String: Range<Int>] = [:]
        for box in try file.boxes(in: meta) where boxes[box.type] == nil { boxes[box.type] = box.payload }
        types = try boxes["iinf"].map { range throws(PhotoLibraryError) in try file.itemTypes(in: range) } ?? [:]
        primary = try boxes["pitm"].flatMap { range throws(PhotoLibraryError) in try file.primaryItem(in: range) }
        let (locations, data) = (boxes["iloc"], boxes["idat"])
        extents =
            try locations.map { range throws(PhotoLibraryError) in try file.itemExtents(in: range, data) } ?? [:]
        let references = boxes["iref"] ?? 0..<0
        sources = try file.itemReferences("dimg", in: references)
        descriptions = try file.itemReferences("cdsc", in: references)
        guard let range = boxes["iprp"], let container = try file.box("ipco", in: range) else {
            (properties, associations) = ([], [:])
            return
        }
        properties = try file.boxes(in: container)
        associations = try file.itemProperties(in: range)
    }

    /// The extents of an item; `nil` if they are not all in this file.
    func extents(of item: Int) -> [Range<Int>]? { extents[item] }

    /// The joined extents of an item; `nil` if they are not in this file, or if there are more than `limit` bytes.
    func data(of item: Int, upTo limit: Int) throws(PhotoLibraryError) -> [UInt8]? {
        guard let extents = extents[item] else { return nil }
        var bytes: [UInt8] = []
        for extent in extents {
            guard extent.count <= limit - bytes.count, let part = try file.bytes(extent) else { return nil }
            bytes += part
        }
        return bytes
    }

    /// The properties of an item, in the order in which they apply.
    func properties(of item: Int) -> [BaseMediaBox] {
        (associations[item] ?? []).compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
    }

    /// The items of metadata of this type, those that describe the displayed item first.
    func metadata(_ type: String) -> [Int] {
        let items = types.filter { $0.value == type }.keys.sorted()
        let isDescribing = { (item: Int) in primary.map { descriptions[item]?.contains($0) == true } ?? false }
        return items.filter(isDescribing) + items.filter { !isDescribing($0) }
    }

    /// The items of which an item is made (`dimg`), in order.
    func sources(of item: Int) -> [Int] { sources[item] ?? [] }
}
