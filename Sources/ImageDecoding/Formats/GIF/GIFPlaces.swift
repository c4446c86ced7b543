internal import PhotoModel

/// GIF (CompuServe, GIF89a specification).
extension LocationRemover {
    private static let xmpName = Array("XMP DataXMP".utf8)
    /// The first bytes after a packet.
    ///
    /// They make a reader of blocks end in any case (XMP part 3, 1.1.2).
    private static let packetEnd: [UInt8] = [0x01, 0xFF, 0xFE, 0xFD]

    /// Removes the places from a packet of XMP.
    ///
    /// The blocks of the pictures are not read: the packet is found by its name.
    func removeFromGIF() throws(PhotoLibraryError) {
        var start = 13
        while start < file.size, let offset = try position(of: UInt8(ascii: "X"), in: start..<file.size) {
            start = offset + 1
            guard try file.bytes(at: offset, Self.xmpName.count) == Self.xmpName else { continue }
            let packet = offset + Self.xmpName.count
            var end = packet
            while let found = try position(of: Self.packetEnd[0], in: end..<file.size) {
                end = found + 1
                if try file.bytes(at: found, Self.packetEnd.count) == Self.packetEnd {
                    end = found
                    break
                }
            }
            if end > packet { try removeFromXMP(FileExtents(packet..<end)) }
            start = max(start, end)
        }
    }
}
