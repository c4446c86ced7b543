package import PhotoModel

/// The boxes of a base media file that list its items (ISO/IEC 14496-12, 8.11): pictures and their metadata.
extension SourceBytes {
    /// The types of the items by identifier (`iinf`, `infe` of version 2 and later).
    package func itemTypes(in range: Range<Int>) throws(PhotoLibraryError) -> [Int: String] {
        guard let version = try fields(1, in: range)?.first else { return [:] }
        var types: [Int: String] = [:]
        for box in try boxes(in: range.dropFirst(version == 0 ? 6 : 8)) where box.type == "infe" {
            guard let version = try fields(1, in: box.payload)?.first, version >= 2 else { continue }
            let length = version == 2 ? 2 : 4
            guard let item = try fields(length, in: box.payload.dropFirst(4))?.first,
                let type = try code(at: box.payload.lowerBound + 4 + length + 2)
            else { continue }
            if types[item] == nil { types[item] = type }
        }
        return types
    }

    /// The item that is displayed (`pitm`, 8.11.4).
    func primaryItem(in range: Range<Int>) throws(PhotoLibraryError) -> Int? {
        guard let fields = try fields(1, 3, in: range) else { return nil }
        return try self.fields(fields[0] == 0 ? 2 : 4, in: range.dropFirst(4))?.first
    }

    /// The extents of the items by identifier (`iloc`, 8.11.3), without items that are not in this file.
    ///
    /// - Parameter data: The payload of the box `idat`.
    package func itemExtents(in locations: Range<Int>, _ data: Range<Int>?)
        throws(PhotoLibraryError) -> [Int: [Range<Int>]]
    {
        var extents: [Int: [Range<Int>]] = [:]
        guard let head = try fields(1, 3, 1, 1, in: locations) else { return extents }
        let version = head[0]
        let (offsetLength, lengthLength) = (head[2] >> 4, head[2] & 15)
        let (baseLength, indexLength) = (head[3] >> 4, version > 0 ? head[3] & 15 : 0)
        guard [offsetLength, lengthLength, baseLength, indexLength].allSatisfy({ $0 <= 8 }) else { return extents }
        var position = locations.dropFirst(6)
        func next(_ length: Int) throws(PhotoLibraryError) -> Int? {
            defer { position = position.dropFirst(length) }
            return try fields(length, in: position)?.first
        }
        let idLength = version < 2 ? 2 : 4
        for _ in 0..<(try next(idLength) ?? 0) {
            guard countElement(), let id = try next(idLength), let method = try next(version > 0 ? 2 : 0),
                let reference = try next(2), let base = try next(baseLength), let count = try next(2)
            else { return extents }
            // 0: in this file; 1: in the box `idat`.
            let origin = method & 15 == 1 ? data?.lowerBound : method & 15 == 0 ? 0 : nil
            var ranges: [Range<Int>]? = []
            for _ in 0..<count {
                guard countElement(), try next(indexLength) != nil, let offset = try next(offsetLength),
                    let length = try next(lengthLength)
                else { return extents }
                let range = reference == 0 ? origin.flatMap { self.range(from: $0, base, offset, length) } : nil
                if let range { ranges?.append(range) } else { ranges = nil }
            }
            if let ranges, extents[id] == nil { extents[id] = ranges }
        }
        return extents
    }

    /// The range of an extent; `nil` if it is not in the source.
    ///
    /// An extent without a length is the whole source and is not read.
    private func range(from origin: Int, _ base: Int, _ offset: Int, _ length: Int) -> Range<Int>? {
        guard length > 0, case let (start, overflows) = base.addingReportingOverflow(offset), !overflows,
            case let (position, overflowsToo) = origin.addingReportingOverflow(start), !overflowsToo,
            length <= size, position <= size - length
        else { return nil }
        return position..<position + length
    }

    /// The items to which each item refers, in order (`iref`, 8.11.12).
    ///
    /// - Parameter type: `dimg` for the items of which an item is made, `cdsc` for those that an item describes.
    func itemReferences(_ type: String, in range: Range<Int>) throws(PhotoLibraryError) -> [Int: [Int]] {
        guard let version = try fields(1, in: range)?.first else { return [:] }
        let length = version == 0 ? 2 : 4
        var references: [Int: [Int]] = [:]
        for box in try boxes(in: range.dropFirst(4)) where box.type == type {
            guard let head = try fields(length, 2, in: box.payload), references[head[0]] == nil else { continue }
            var position = box.payload.dropFirst(length + 2)
            var items: [Int] = []
            for _ in 0..<head[1] {
                guard countElement(), let item = try fields(length, in: position)?.first else { break }
                items.append(item)
                position = position.dropFirst(length)
            }
            references[head[0]] = items
        }
        return references
    }

    /// The indexes of the properties by item, counted from 1, in order (`ipma`, ISO/IEC 23008-12, 9.3).
    func itemProperties(in range: Range<Int>) throws(PhotoLibraryError) -> [Int: [Int]] {
        var properties: [Int: [Int]] = [:]
        for box in try boxes(in: range) where box.type == "ipma" {
            guard let head = try fields(1, 3, 4, in: box.payload) else { continue }
            let idLength = head[0] == 0 ? 2 : 4
            let indexLength = head[1] & 1 == 0 ? 1 : 2
            var position = box.payload.dropFirst(8)
            for _ in 0..<head[2] {
                guard countElement(), let id = try fields(idLength, in: position)?.first,
                    let count = try fields(1, in: position.dropFirst(idLength))?.first
                else { break }
                position = position.dropFirst(idLength + 1)
                // The highest bit marks an essential property.
                let bytes = try self.bytes(at: position.lowerBound, count * indexLength) ?? []
                if properties[id] == nil {
                    properties[id] = stride(from: 0, to: bytes.count, by: indexLength).map {
                        (bytes[$0..<$0 + indexLength].number() ?? 0) & (indexLength == 1 ? 0x7F : 0x7FFF)
                    }
                }
                position = position.dropFirst(count * indexLength)
            }
        }
        return properties
    }
}
