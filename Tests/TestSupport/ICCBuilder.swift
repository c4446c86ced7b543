/// Small ICC profiles of version 2 (ICC.1:2001-04).
package enum ICCBuilder {
    /// X, Y and Z of red, green and blue relative to D50, in 1/65536ths, as published profiles have them.
    package static let displayP3: [[Int]] = [[33759, 15807, -69], [19135, 45367, 2745], [10296, 4363, 51385]]
    package static let adobeRGB: [[Int]] = [[39949, 20396, 1276], [13456, 41013, 3989], [9783, 4127, 48803]]
    package static let proPhoto: [[Int]] = [[52272, 18873, 0], [8862, 46652, 0], [2056, 11, 54067]]
    package static let sRGB: [[Int]] = [[28578, 14581, 912], [25241, 46981, 6362], [9376, 3972, 46799]]

    /// sRGB's function as a parametric curve of kind 3.
    package static let sRGBCurve: [UInt8] =
        type("para") + TIFFBuilder.number(3, 2) + [0, 0]
        + [157_286, 62119, 3417, 5072, 2651].flatMap { TIFFBuilder.number($0, 4) }

    /// A power in 1/256ths.
    package static func power(_ gamma: Int) -> [UInt8] { table([gamma]) }

    package static func table(_ entries: [Int]) -> [UInt8] {
        type("curv") + TIFFBuilder.number(entries.count, 4) + entries.flatMap { TIFFBuilder.number($0, 2) }
    }

    package static func type(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

    package static func rgb(_ colorants: [[Int]], _ curve: [UInt8], extra: [(String, [UInt8])] = []) -> [UInt8] {
        let tags = zip(["r", "g", "b"], colorants).flatMap { name, colorant -> [(String, [UInt8])] in
            let numbers: [UInt8] = colorant.flatMap { TIFFBuilder.number($0 & 0xFFFF_FFFF, 4) }
            return [(name + "XYZ", type("XYZ ") + numbers), (name + "TRC", curve)]
        }
        return profile(space: "RGB ", tags + extra)
    }

    package static func gray(_ curve: [UInt8]) -> [UInt8] { profile(space: "GRAY", [("kTRC", curve)]) }

    package static func profile(space: String, _ tags: [(String, [UInt8])], version: UInt8 = 2) -> [UInt8] {
        var table: [UInt8] = []
        var data: [UInt8] = []
        for (name, bytes) in tags {
            let offset = 132 + 12 * tags.count + data.count
            table += Array(name.utf8) + TIFFBuilder.number(offset, 4) + TIFFBuilder.number(bytes.count, 4)
            data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        }
        let size = TIFFBuilder.number(132 + table.count + data.count, 4)
        var header: [UInt8] = size + [0, 0, 0, 0, version, 0x10, 0, 0] + Array("mntr\(space)XYZ ".utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        header += [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D] + [UInt8](repeating: 0, count: 48)
        return header + TIFFBuilder.number(tags.count, 4) + table + data
    }
}
