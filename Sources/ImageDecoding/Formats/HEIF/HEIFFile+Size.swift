internal import PhotoModel

extension HEIFFile {
    /// The size of an item (`ispe`, ISO/IEC 23008-12, 6.5.3); `nil` if it is missing or impossible.
    func size(of item: Int) throws(PhotoLibraryError) -> PixelSize? {
        guard let property = properties(of: item).last(where: { $0.type == "ispe" }),
            let fields = try file.fields(4, 4, 4, in: property.payload)
        else { return nil }
        return PixelSize(statedWidth: fields[1], height: fields[2])
    }

    /// The part of an item that is displayed: all of it, or its clean aperture.
    func visiblePart(of item: Int) throws(PhotoLibraryError) -> PixelRectangle? {
        guard let size = try size(of: item) else { return nil }
        let whole = PixelRectangle(size: size)
        guard let property = properties(of: item).last(where: { $0.type == "clap" }),
            let fields = try file.fields(4, 4, 4, 4, 4, 4, 4, 4, in: property.payload)
        else { return whole }
        return Self.cleanAperture(fields, of: size) ?? whole
    }

    /// The clean aperture (ISO/IEC 14496-12, 12.1.4): fractions of width, height, and the offsets of its centre from
    /// the centre of the picture; `nil` if it is not inside of the picture.
    private static func cleanAperture(_ fields: [Int], of size: PixelSize) -> PixelRectangle? {
        func axis(_ length: Int, _ numbers: ArraySlice<Int>, _ offset: ArraySlice<Int>) -> (start: Int, count: Int)? {
            let (part, unit) = (numbers[numbers.startIndex], numbers[numbers.startIndex + 1])
            // The numerator of an offset is signed. A denominator is, in real files, positive.
            let shift = Int(Int32(truncatingIfNeeded: offset[offset.startIndex]))
            let shiftUnit = offset[offset.startIndex + 1]
            guard unit > 0, 1...Int(Int32.max) ~= shiftUnit, part / unit > 0, part / unit <= length else { return nil }
            let count = part / unit
            // All numbers have at most 31 bits, so the products fit in 64.
            let start = ((length - count) * shiftUnit + 2 * shift) / (2 * shiftUnit)
            return start >= 0 && start <= length - count ? (start, count) : nil
        }
        guard let columns = axis(size.width, fields[0...1], fields[4...5]),
            let rows = axis(size.height, fields[2...3], fields[6...7])
        else { return nil }
        return PixelRectangle(
            x: columns.start, y: rows.start, size: PixelSize(width: columns.count, height: rows.count))
    }
}
