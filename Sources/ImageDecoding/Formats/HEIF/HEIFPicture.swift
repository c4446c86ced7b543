internal import PhotoModel

/// The coded picture of a HEIF file, and how it is displayed.
struct HEIFPicture {
    /// The number of columns of tiles.
    let columns: Int
    /// The tiles, row by row.
    let tiles: [CodedPicture]
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

    private static func tile(_ item: Int, of items: HEIFFile) throws -> CodedPicture {
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
        return CodedPicture(coding: coding, configuration: configuration, extents: extents)
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
