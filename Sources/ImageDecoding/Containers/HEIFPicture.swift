internal import PhotoModel

/// The coded picture of a HEIF file, and how it is displayed.
struct HEIFPicture {
    /// A part of the picture that is coded by itself.
    struct Tile {
        let coding: PictureCoding
        /// The payload of `hvcC` or `av1C`.
        let configuration: [UInt8]
        let extents: [Range<Int>]

        var byteCount: Int { extents.reduce(0) { $0 + $1.count } }
    }

    /// The number of columns of tiles.
    let columns: Int
    /// The tiles, row by row.
    let tiles: [Tile]
    /// The size of each tile.
    let tileSize: PixelSize
    let visiblePart: PixelRectangle
    /// The payload of the grid item, or nothing.
    let layout: [UInt8]
    /// The ICC profile.
    private(set) var profile: [UInt8]?
    /// The payload of `colr` of type `nclx`, after the type.
    private(set) var codePoints: [UInt8]?

    /// The most tiles that are decoded.
    ///
    /// A phone's picture of 200 megapixels has 800 tiles of 512 pixels.
    private static let maxTiles = 4096

    /// Reads how the displayed item of a file is coded.
    ///
    /// - Throws: `unsupported` for items other than HEVC and AV1 pictures and grids of them, `damaged` if the file
    ///   contradicts itself, `limited` if there are too many tiles.
    init(_ items: HEIFFile) throws(DecodeStop) {
        do {
            guard let primary = items.primary, let part = try items.visiblePart(of: primary) else {
                throw DecodeStop.corrupt("The file does not state which picture it displays.")
            }
            visiblePart = part
            // An identity item displays another item.
            let item = items.types[primary] == "iden" ? items.sources(of: primary).first ?? primary : primary
            let type = items.types[item] ?? ""
            if type == "grid" {
                guard let layout = try items.data(of: item, upTo: 16), let grid = Grid(layout) else {
                    throw DecodeStop.corrupt("The grid of the picture is corrupt.")
                }
                let sources = items.sources(of: item)
                guard grid.columns * grid.rows <= Self.maxTiles else {
                    throw DecodeStop.limit("maxTiles", Self.maxTiles, found: grid.columns * grid.rows)
                }
                guard sources.count == grid.columns * grid.rows, let first = sources.first,
                    let size = try items.size(of: first),
                    grid.columns * size.width >= part.x + part.size.width,
                    grid.rows * size.height >= part.y + part.size.height
                else { throw DecodeStop.corrupt("The grid of the picture has not all of its tiles.") }
                (columns, tileSize, self.layout) = (grid.columns, size, layout)
                tiles = try sources.map { source throws in try Self.tile(source, of: items) }
            } else {
                guard let size = try items.size(of: item), part.x + part.size.width <= size.width,
                    part.y + part.size.height <= size.height
                else { throw DecodeStop.corrupt("The picture is smaller than the part that is displayed.") }
                (columns, tileSize, layout) = (1, size, [])
                tiles = [try Self.tile(item, of: items)]
            }
            try readColors(of: primary, items)
            // Writers state the colours of a grid at its tiles too, and some state them there only.
            if profile == nil, codePoints == nil, let first = items.sources(of: item).first {
                try readColors(of: first, items)
            }
        } catch let stop as DecodeStop {
            throw stop
        } catch let error as PhotoLibraryError {
            throw .caller(error)
        } catch {
            throw .corrupt("\(error)")
        }
    }

    private static func tile(_ item: Int, of items: HEIFFile) throws -> Tile {
        let type = items.types[item] ?? ""
        guard let coding = PictureCoding(rawValue: type) else {
            throw DecodeStop.unsupported("Pictures coded as “\(type)” are kept, but not decoded.")
        }
        guard let property = items.properties(of: item).first(where: { $0.type == coding.configurationType }),
            let configuration = try items.file.bytes(property.payload)
        else { throw DecodeStop.corrupt("A coded picture has no configuration.") }
        guard let extents = items.extents(of: item) else {
            throw DecodeStop.truncated("The file ends before its picture.")
        }
        return Tile(coding: coding, configuration: configuration, extents: extents)
    }

    private mutating func readColors(of item: Int, _ items: HEIFFile) throws(PhotoLibraryError) {
        for property in items.properties(of: item) where property.type == "colr" {
            let payload = property.payload.dropFirst(4)
            switch try items.file.code(at: property.payload.lowerBound) {
            case "prof", "rICC": if profile == nil { profile = try items.file.bytes(payload) }
            case "nclx": if codePoints == nil { codePoints = try items.file.bytes(payload) }
            default: break
            }
        }
    }

    /// The payload of a grid item (ISO/IEC 23008-12, 6.6.2.3.2).
    private struct Grid {
        let columns: Int
        let rows: Int

        init?(_ payload: [UInt8]) {
            guard payload.count >= 8, payload[0] == 0 else { return nil }
            (rows, columns) = (Int(payload[2]) + 1, Int(payload[3]) + 1)
        }
    }
}

extension PictureCoding {
    /// The type of the property with the codec's configuration.
    var configurationType: String { self == .hevc ? "hvcC" : "av1C" }
}

extension HEIFPicture.Tile {
    /// The bits of a sample, and whether the picture is gray, by the codec's configuration; `nil` if it is too short.
    ///
    /// By ISO/IEC 14496-15, 8.3.3.1, and the AV1 codec ISO media file format binding, 2.3.
    var format: (depth: Int, isGray: Bool, chromaShare: Int)? {
        switch coding {
        case .hevc:
            guard configuration.count >= 23 else { return nil }
            let chroma = Int(configuration[16] & 3)
            return (Int(configuration[17] & 7) + 8, chroma == 0, [0, 2, 4, 8][chroma])
        case .av1:
            guard configuration.count >= 4 else { return nil }
            let flags = configuration[2]
            let isGray = flags & 0x10 != 0
            let depth = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
            // Two planes of all pixels, of half, or of a quarter of them, in quarters.
            let share = isGray ? 0 : flags & 0x08 == 0 ? 8 : flags & 0x04 == 0 ? 4 : 2
            return (depth, isGray, share)
        }
    }

    /// An upper estimate of the bytes that a codec needs for a picture of this size: the planes with their edges, and
    /// two bytes for each pixel for the modes of its blocks.
    func memory(for size: PixelSize) -> Double {
        let format = format ?? (depth: 16, isGray: false, chromaShare: 8)
        let pixels = Double(size.width + 256) * Double(size.height + 256)
        return pixels * (Double(4 + format.chromaShare) / 4 * (format.depth > 8 ? 2 : 1) + 2)
    }
}
