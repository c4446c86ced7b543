package import PhotoModel

/// The items of a base media file (ISO/IEC 14496-12, 8.11): pictures and their metadata.
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

    /// The extents of an item (`iloc`, 8.11.3); `nil` if they are not in this file.
    ///
    /// - Parameter data: The payload of the box `idat`.
    package func itemExtents(of item: Int, in locations: Range<Int>, _ data: Range<Int>?)
        throws(PhotoLibraryError) -> [Range<Int>]?
    {
        guard let head = try fields(1, 3, 1, 1, in: locations) else { return nil }
        let version = head[0]
        let (offsetLength, lengthLength) = (head[2] >> 4, head[2] & 15)
        let (baseLength, indexLength) = (head[3] >> 4, version > 0 ? head[3] & 15 : 0)
        guard [offsetLength, lengthLength, baseLength, indexLength].allSatisfy({ $0 <= 8 }) else { return nil }
        var place = locations.dropFirst(6)
        func next(_ length: Int) throws(PhotoLibraryError) -> Int? {
            defer { place = place.dropFirst(length) }
            return try fields(length, in: place)?.first
        }
        let idLength = version < 2 ? 2 : 4
        for _ in 0..<(try next(idLength) ?? 0) {
            guard countElement(), let id = try next(idLength), let method = try next(version > 0 ? 2 : 0),
                let reference = try next(2), let base = try next(baseLength), let count = try next(2)
            else { return nil }
            var extents: [Range<Int>] = []
            for _ in 0..<count {
                guard countElement(), try next(indexLength) != nil, let offset = try next(offsetLength),
                    let length = try next(lengthLength)
                else { return nil }
                guard id == item else { continue }
                // 0: in this file; 1: in the box `idat`. An extent without a length is the whole source and is not
                // read.
                let origin = method & 15 == 1 ? data?.lowerBound : method & 15 == 0 ? 0 : nil
                guard reference == 0, let origin, length > 0,
                    case let (start, overflows) = base.addingReportingOverflow(offset), !overflows,
                    case let (place, overflowsToo) = origin.addingReportingOverflow(start), !overflowsToo,
                    length <= size, place <= size - length
                else { return nil }
                extents.append(place..<place + length)
            }
            if id == item { return extents }
        }
        return nil
    }
}
