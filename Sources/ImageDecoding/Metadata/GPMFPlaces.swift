internal import PhotoModel

/// GoPro's metadata format (github.com/gopro/gpmf-parser).
extension LocationRemover {
    private static let placeKeys: Set<String> = [
        "GPS5", "GPS9", "GPSU", "GPSF", "GPSP", "GPSA", "GLPI", "GPRI", "GPSX", "GPSR",
    ]

    /// Erases the values of positions.
    ///
    /// A value is a key, a type, the size of a structure, the number of structures, and the data of a multiple of
    /// four bytes. Type 0 is a list of values.
    func removeFromGPMF(_ range: Range<Int>, depth: Int) throws(PhotoLibraryError) {
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, file.countElement(), let key = try file.code(at: offset),
            let fields = try file.bytes(at: offset + 4, 4)
        {
            let length = Int(fields[1]) * (Int(fields[2]) << 8 | Int(fields[3]))
            let data = (offset + 8..<offset + 8 + length).clamped(to: range)
            if Self.placeKeys.contains(key) {
                try fill(data)
            } else if fields[0] == 0, key != "\0\0\0\0" {
                guard depth < 16 else { throw .placesNotRemovable("Its metadata of GoPro is nested too deeply.") }
                try removeFromGPMF(data, depth: depth + 1)
            }
            offset += 8 + (length + 3) & ~3
        }
    }
}
