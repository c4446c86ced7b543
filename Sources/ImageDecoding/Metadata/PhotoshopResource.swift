/// One of Photoshop's image resources (Adobe Photoshop File Formats Specification, «Image Resource Blocks»).
package struct PhotoshopResource {
    package static let iptc = 0x0404
    package static let exif = 0x0422
    package static let xmp = 0x0424
    private static let metadata = [iptc, exif, xmp]

    let number: Int
    let data: [UInt8]

    /// The marks of resources: of Photoshop, and of other programs, as exiftool documents them.
    private static let marks = ["8BIM", "PHUT", "AgHg", "DCSR", "MeSa"].map { Array($0.utf8) }

    /// Whether the bytes begin with a resource.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool { marks.contains { bytes.starts(with: $0) } }

    /// The resources with metadata in a block.
    ///
    /// A resource is a mark, a number, a name and the data, each of even length. Bytes between the resources of joined
    /// segments are skipped.
    static func all(in block: [UInt8]) -> [PhotoshopResource] {
        var resources: [PhotoshopResource] = []
        var rest = block[...]
        while rest.count >= 12 {
            guard begins(rest) else {
                guard let next = rest.dropFirst().firstIndex(of: UInt8(ascii: "8")) else { break }
                rest = rest[next...]
                continue
            }
            let nameLength = (1 + Int(rest.dropFirst(6).first ?? 0) + 1) & ~1
            guard let number = rest.dropFirst(4).prefix(2).number(),
                let length = rest.dropFirst(6 + nameLength).prefix(4).number()
            else { break }
            let data = rest.dropFirst(10 + nameLength)
            if metadata.contains(number) {
                resources.append(PhotoshopResource(number: number, data: Array(data.prefix(length))))
            }
            rest = data.dropFirst(length + length & 1)
        }
        return resources
    }
}
