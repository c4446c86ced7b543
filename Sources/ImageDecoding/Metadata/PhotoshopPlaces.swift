internal import PhotoModel

/// Photoshop's image resources and IPTC records.
extension LocationRemover {
    /// Removes the places from image resources.
    ///
    /// A resource is a mark of four characters, a number, a name and the data, each of even length (Adobe Photoshop
    /// File Formats Specification, «Image Resource Blocks»).
    func removeFromImageResources(_ block: FileExtents) throws(PhotoLibraryError) {
        let bytes = try bytes(of: block)
        var place = 0
        while place + 12 <= bytes.count, file.countElement() {
            guard PhotoshopResource.begins(bytes[place...]) else {
                // The reader skips what is between resources.
                let next = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "8")) ?? bytes.count
                try fill(place..<next, of: block)
                place = next
                continue
            }
            let number = bytes[place + 4..<place + 6].number() ?? 0
            let nameLength = (1 + Int(bytes[place + 6]) + 1) & ~1
            let head = place + 6 + nameLength
            guard head + 4 <= bytes.count, let length = bytes[head..<head + 4].number() else { break }
            let data = head + 4..<min(head + 4 + length, bytes.count)
            let part = FileExtents(block.ranges(of: data))
            switch number {
            case PhotoshopResource.iptc: try removeFromIPTC(part)
            case PhotoshopResource.exif: try removeFromEXIF(part)
            case PhotoshopResource.xmp: try removeFromXMP(part)
            default: break
            }
            place = data.upperBound + length & 1
        }
        // Only zeros may follow the resources.
        if place < bytes.count { try fill(place..<bytes.count, of: block) }
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
        var place = 0
        while place + 5 <= bytes.count, bytes[place] == 0x1C, file.countElement() {
            var start = place + 5
            guard var length = bytes[place + 3..<start].number() else { break }
            if length >= 0x8000 {
                let count = length - 0x8000
                guard count <= 4, start + count <= bytes.count,
                    let long = bytes[start..<start + count].number()
                else { break }
                (start, length) = (start + count, long)
            }
            let data = start..<min(start + length, bytes.count)
            // A keyword can be a machine tag with a coordinate, such as `geo:lat=48.1`.
            let isMachineTag = bytes[place + 2] == 25 && bytes[data].starts(with: "geo:".utf8)
            if bytes[place + 1] == 2, Self.placeDataSets.contains(bytes[place + 2]) || isMachineTag {
                try fill(data, of: record, with: 0x20)
            }
            place = data.upperBound
        }
        // Only zeros may follow the data sets.
        if place < bytes.count { try fill(place..<bytes.count, of: record) }
    }
}
