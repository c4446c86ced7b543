internal import PhotoModel

/// Photoshop's image resources and IPTC records.
extension LocationRemover {
    /// Removes the places from image resources.
    ///
    /// A resource is a mark of four characters, a number, a name and the data, each of even length (Adobe Photoshop
    /// File Formats Specification, «Image Resource Blocks»).
    func removeFromImageResources(_ block: FileExtents) throws(PhotoLibraryError) {
        let bytes = try bytes(of: block)
        var offset = 0
        while offset + 12 <= bytes.count, file.countElement() {
            guard PhotoshopResource.begins(bytes[offset...]) else {
                // The reader skips what is between resources.
                let next = bytes[(offset + 1)...].firstIndex(of: UInt8(ascii: "8")) ?? bytes.count
                try fill(offset..<next, of: block)
                offset = next
                continue
            }
            let number = bytes[offset + 4..<offset + 6].number() ?? 0
            let nameLength = (1 + Int(bytes[offset + 6]) + 1) & ~1
            let head = offset + 6 + nameLength
            guard head + 4 <= bytes.count, let length = bytes[head..<head + 4].number() else { break }
            let data = head + 4..<min(head + 4 + length, bytes.count)
            let part = FileExtents(block.ranges(of: data))
            switch number {
            case PhotoshopResource.iptc: try removeFromIPTC(part)
            case PhotoshopResource.exif: try removeFromEXIF(part)
            case PhotoshopResource.xmp: try removeFromXMP(part)
            default: break
            }
            offset = data.upperBound + length & 1
        }
        // Only zeros may follow the resources.
        if offset < bytes.count { try fill(offset..<bytes.count, of: block) }
    }

    /// The data sets of places: content location code and name, city, sublocation, province, country code and name
    /// (IPTC-NAA Information Interchange Model 4.2, 6.2).
    private static let placeDataSets: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// Replaces the texts of places in an IPTC record by spaces.
    ///
    /// A data set is a mark, record, number, two bytes of length, and the data. In an extended data set the length is
    /// the length of the length.
    func removeFromIPTC(_ record: FileExtents) throws(PhotoLibraryError) {
        let bytes = try bytes(of: record)
        var offset = 0
        while offset + 5 <= bytes.count, bytes[offset] == 0x1C, file.countElement() {
            var start = offset + 5
            guard var length = bytes[offset + 3..<start].number() else { break }
            if length >= 0x8000 {
                let count = length - 0x8000
                guard count <= 4, start + count <= bytes.count,
                    let long = bytes[start..<start + count].number()
                else { break }
                (start, length) = (start + count, long)
            }
            let data = start..<min(start + length, bytes.count)
            // A keyword can be a machine tag with a coordinate, such as `geo:lat=48.1`.
            let isMachineTag = bytes[offset + 2] == 25 && bytes[data].starts(with: "geo:".utf8)
            if bytes[offset + 1] == 2, Self.placeDataSets.contains(bytes[offset + 2]) || isMachineTag {
                try fill(data, of: record, with: 0x20)
            }
            offset = data.upperBound
        }
        // Only zeros may follow the data sets.
        if offset < bytes.count { try fill(offset..<bytes.count, of: record) }
    }
}
