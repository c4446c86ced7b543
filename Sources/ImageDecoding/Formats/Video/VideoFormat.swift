internal import PhotoModel

/// Videos in all containers.
struct VideoFormat: FormatSupport {
    let formats: [ImageFormat] = [.video]

    var warmUpPictures: [[UInt8]] { WarmUpPictures.video }

    func format(of head: FileHead) -> ImageFormat? {
        if head.has("RIFF") { return head.has("AVI ", at: 8) ? .video : nil }
        let isVideo =
            head.has("\u{1A}\u{45}\u{DF}\u{A3}") || isTransportStream(head.bytes) || !head.brands.isEmpty
            || ["moov", "mdat", "wide", "free", "skip"].contains { head.has($0, at: 4) }
        return isVideo ? .video : nil
    }

    func inspect(_ job: DecodeJob, _ reading: inout ImageReading) throws(PhotoLibraryError) {
        try job.inspectContainer(&reading) { (container, reading) throws(PhotoLibraryError) in
            try container.readVideo(&reading)
        }
    }

    func read(
        _ job: DecodeJob, _ reading: inout ImageReading, _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) { try job.readVideo(&reading, take) }

    func removePlaces(_ remover: LocationRemover) throws(PhotoLibraryError) { try remover.removeFromVideo() }
}

/// Whether these are the first bytes of a recording of AVCHD: a packet of 192 bytes with the program association table.
///
/// Sources: ISO/IEC 13818-1, 2.4.3.2 and 2.4.4.3; the four bytes before a packet are a time.
func isTransportStream(_ head: some Sequence<UInt8>) -> Bool {
    let packet = Array(head.dropFirst(4).prefix(7))
    return packet.count == 7 && packet[0] == 0x47 && packet[1] & 0x5F == 0x40 && packet[2] == 0
        && packet[3] & 0xF0 == 0x10 && packet[4] == 0 && packet[5] == 0 && packet[6] & 0xF0 == 0xB0
}
