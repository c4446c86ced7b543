public import PhotoModel

/// Detects the format of a file by the signatures at its beginning, never by its name.
///
/// 64 bytes are sufficient. A raw file that begins like a TIFF gives TIFF, because only its directories show that it
/// is raw.
public func imageFormat(ofFirstBytes bytes: some Sequence<UInt8>) -> ImageFormat {
    let head = Array(bytes.prefix(64))
    func has(_ signature: String, at offset: Int = 0) -> Bool {
        head.dropFirst(offset).starts(with: signature.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
    if has("\u{FF}\u{D8}\u{FF}") { return .jpeg }
    if has("\u{89}PNG\r\n\u{1A}\n") { return .png }
    if has("GIF87a") || has("GIF89a") { return .gif }
    if has("RIFF") { return has("WEBP", at: 8) ? .webp : has("AVI ", at: 8) ? .video : .unknown }
    // Olympus, Panasonic, Fujifilm, Minolta, Sigma, Canon's two older kinds, Phase One.
    let raw = ["IIRO", "IIRS", "MMOR", "IIU\0", "FUJIFILMCCD-RAW", "\0MRM", "FOVb", "II\u{1A}\0\0\0HEAPCCDR"]
    if raw.contains(where: { has($0) }) || has("II*\0") && (has("CR", at: 8) || has("IIII", at: 8)) { return .raw }
    if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") { return .tiff }
    if has("\u{1A}\u{45}\u{DF}\u{A3}") { return .video }
    if has("BM"), head.count >= 18, head[14] <= 124, head[15...17].allSatisfy({ $0 == 0 }) { return .bmp }
    if isTransportStream(head) { return .video }
    if has("ftyp", at: 4) { return baseMediaFormat(brandsOf: head) }
    return ["moov", "mdat", "wide", "free", "skip"].contains { has($0, at: 4) } ? .video : .unknown
}

/// Whether these are the first bytes of a recording of AVCHD: a packet of 192 bytes with the program association table.
///
/// Sources: ISO/IEC 13818-1, 2.4.3.2 and 2.4.4.3; the four bytes before a packet are a time.
func isTransportStream(_ head: some Sequence<UInt8>) -> Bool {
    let packet = Array(head.dropFirst(4).prefix(7))
    return packet.count == 7 && packet[0] == 0x47 && packet[1] & 0x5F == 0x40 && packet[2] == 0
        && packet[3] & 0xF0 == 0x10 && packet[4] == 0 && packet[5] == 0 && packet[6] & 0xF0 == 0xB0
}

/// ISO/IEC 14496-12 files begin with the box `ftyp`: size, type, major brand, version, compatible brands.
private func baseMediaFormat(brandsOf head: [UInt8]) -> ImageFormat {
    let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let box = Array(head.prefix(max(16, size)))
    let brands = stride(from: 8, to: box.count - 3, by: 4).filter { $0 != 12 }
        .map { String(decoding: box[$0..<$0 + 4], as: UTF8.self) }
    let images = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    guard let major = brands.first else { return .unknown }
    if ["avif", "avis"].contains(major) { return .avif }
    // `mif1` means only an image file. The coding is among the compatible brands.
    if images.contains(major) { return brands.contains("avif") || brands.contains("avis") ? .avif : .heic }
    // Canon's raw files are not videos.
    return major == "crx " ? .raw : .video
}
