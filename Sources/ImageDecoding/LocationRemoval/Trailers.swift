internal import PhotoModel

/// What follows the picture in a JPEG or PNG file: further pictures, a video, a directory of Samsung's cameras.
extension LocationRemover {
    /// The greatest size of unknown data that is erased.
    private static let maxUnknownBytes = 4 << 20

    /// Removes the places from pictures and videos after a picture, and erases unknown data, because it may have
    /// coordinates.
    func removeFromTrailer(in range: Range<Int>) throws(PhotoLibraryError) {
        var offset = range.lowerBound
        let end = try removeFromSamsungTrailer(in: range)
        while offset < end {
            guard let start = try startOfFile(in: offset..<end) else {
                return try eraseUnknown(offset..<end)
            }
            try eraseUnknown(offset..<start)
            offset = try removeFromFile(in: start..<end)
        }
    }

    /// The position of the next picture or video.
    private func startOfFile(in range: Range<Int>) throws(PhotoLibraryError) -> Int? {
        let jpeg = try position(
            of: 0xFF, in: range,
            where: { offset throws(PhotoLibraryError) in
                try self.file.bytes(at: offset, 3) == [0xFF, 0xD8, 0xFF]
            })
        let video = try position(
            of: UInt8(ascii: "f"), in: range.lowerBound..<(jpeg ?? range.upperBound),
            where: {
                offset throws(PhotoLibraryError) in
                guard offset - 4 >= range.lowerBound, try self.file.code(at: offset) == "ftyp",
                    let length = try self.file.number(at: offset - 4, 4)
                else { return false }
                return 16...1024 ~= length
            })
        return video.map { $0 - 4 } ?? jpeg
    }

    private func position(
        of byte: UInt8, in range: Range<Int>, where condition: (Int) throws(PhotoLibraryError) -> Bool
    ) throws(PhotoLibraryError) -> Int? {
        var start = range.lowerBound
        while start < range.upperBound, let offset = try position(of: byte, in: start..<range.upperBound) {
            if try condition(offset) { return offset }
            start = offset + 1
        }
        return nil
    }

    /// Removes the places from the picture or video at the beginning of the range, and returns the position after it.
    private func removeFromFile(in range: Range<Int>) throws(PhotoLibraryError) -> Int {
        var end = range.upperBound
        try nested { () throws(PhotoLibraryError) in
            if try file.bytes(range.prefix(2)) == [0xFF, 0xD8] {
                end = try removeFromJPEG(in: range) ?? range.upperBound
            } else {
                try removeFromBaseMedia(range)
            }
        }
        return end
    }

    private func eraseUnknown(_ range: Range<Int>) throws(PhotoLibraryError) {
        guard range.count <= Self.maxUnknownBytes else {
            throw .placesNotRemovable("More than 4 MiB of unknown data follow its picture.")
        }
        try fill(range)
    }

    /// Removes the places from Samsung's trailer, and returns the position of its first part.
    ///
    /// The file ends with the length of a directory and `SEFT`. The directory is `SEFH`, a version, a count, and for
    /// each part two bytes, a type, its distance before the directory, and its length. A part has a type, the length
    /// of a name, the name and the data.
    func removeFromSamsungTrailer(in range: Range<Int>) throws(PhotoLibraryError) -> Int {
        let end = range.upperBound
        guard range.count > 24, try file.code(at: end - 4) == "SEFT",
            let length = try file.number(at: end - 8, 4, littleEndian: true), 12...range.count - 8 ~= length,
            case let directory = end - 8 - length, try file.code(at: directory) == "SEFH",
            let count = try file.number(at: directory + 8, 4, littleEndian: true)
        else { return end }
        var first = directory
        for index in 0..<min(count, (length - 12) / 12) {
            let entry = directory + 12 + 12 * index
            guard let type = try file.number(at: entry + 2, 2, littleEndian: true),
                let distance = try file.number(at: entry + 4, 4, littleEndian: true),
                let partLength = try file.number(at: entry + 8, 4, littleEndian: true),
                case let start = directory - distance, start >= range.lowerBound, partLength <= distance,
                let nameLength = try file.number(at: start + 4, 4, littleEndian: true), 8 + nameLength <= partLength
            else { throw .placesNotRemovable("Its trailer is damaged.") }
            first = min(first, start)
            let data = start + 8 + nameLength..<start + partLength
            switch type {
            case 0x0A30: try nested { () throws(PhotoLibraryError) in try removeFromBaseMedia(data) }
            // The country of the mobile network.
            case 0x0AA1: try fill(data)
            default: break
            }
        }
        return first
    }
}
