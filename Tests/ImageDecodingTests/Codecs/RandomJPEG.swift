import TestSupport

/// A valid JPEG with random Huffman tables, samplings, scans, restart intervals and entropy-coded data, written from
/// ITU-T T.81.
///
/// No encoder makes such files. The AC scans of progressive files are arbitrary bytes.
struct RandomJPEG {
    /// A Huffman table: symbols by increasing code.
    private struct Table {
        var symbols: [Int]
        var codes: [(bits: Int, length: Int)]

        /// The payload of the table without its class and number.
        var payload: [UInt8] {
            let counts = (1...16).map { length in UInt8(codes.filter { $0.length == length }.count) }
            return counts + symbols.map { UInt8($0) }
        }
    }
    private struct Component {
        var horizontal: Int
        var vertical: Int
        /// Low bits that the scans did not have yet.
        var unknownBits: Int?
    }

    private(set) var bytes: [UInt8] = [0xFF, 0xD8]
    private var random: Seeded
    private var components: [Component] = []
    private var dc: [Table] = []
    private var ac: [Table] = []
    private var restartInterval = 0
    private let width: Int
    private let height: Int
    private var (bits, bitCount) = (0, 0)
    private var predictions: [Int] = []

    /// - Parameters:
    ///   - side: The greatest width and height.
    ///   - valueBits: The greatest number of bits of a value. With 15, most coefficients are larger than those of
    ///       pictures.
    ///   - greatestFactor: Of the quantization table.
    init(seed: UInt64, side: Int = 100, valueBits: Int = 15, greatestFactor: UInt8 = 255) {
        random = Seeded(seed)
        width = Int.random(in: 1...side, using: &random)
        height = Int.random(in: 1...side, using: &random)
        let count = random.next() % 4 == 0 ? 1 : 3
        repeat {
            components = (0..<count).map { _ in Component(horizontal: factor(), vertical: factor()) }
        } while count > 1 && components.reduce(0) { $0 + $1.horizontal * $1.vertical } > 10
        let factors = (0..<64).map { _ in UInt8.random(in: 1...greatestFactor, using: &random) }
        bytes += SmallJPEG.segment(0xDB, [0] + factors)
        let isProgressive = random.next() % 3 == 0
        var frame: [UInt8] = [8]
        frame += TIFFBuilder.number(height, 2) + TIFFBuilder.number(width, 2)
        frame.append(UInt8(count))
        for (index, component) in components.enumerated() {
            frame += [UInt8(index + 1), UInt8(component.horizontal << 4 | component.vertical), 0]
        }
        let sequential = UInt8.random(in: 0xC0...0xC1, using: &random)
        bytes += SmallJPEG.segment(isProgressive ? 0xC2 : sequential, frame)
        for number in 0..<4 {
            dc.append(table(of: Array(0...min(11, valueBits))))
            ac.append(table(of: (0...255).filter { $0 & 15 <= valueBits }))
            bytes += SmallJPEG.segment(0xC4, [UInt8(number)] + dc[number].payload)
            bytes += SmallJPEG.segment(0xC4, [UInt8(0x10 | number)] + ac[number].payload)
        }
        if isProgressive { addProgressiveScans() } else { addSequentialScans() }
        bytes += [0xFF, 0xD9]
    }

    private mutating func factor() -> Int { Int.random(in: 1...(random.next() % 3 == 0 ? 4 : 2), using: &random) }

    /// A code of random symbols without the code of ones only.
    private mutating func table(of values: [Int]) -> Table {
        let count = Int.random(in: 1...min(values.count, random.next() % 3 == 0 ? 200 : 20), using: &random)
        // Most tables have a symbol for the end of a block.
        var symbols = Array(values.shuffled(using: &random).prefix(count))
        if !symbols.contains(0), random.next() % 8 > 0 { symbols[0] = 0 }
        symbols.shuffle(using: &random)
        var lengths = [0]
        while lengths.count < count + 1 {
            let index =
                Bool.random(using: &random) ? lengths.count - 1 : Int.random(in: lengths.indices, using: &random)
            guard lengths[index] < 16 else { continue }
            lengths[index] += 1
            lengths.append(lengths[index])
        }
        var (code, length) = (0, 0)
        let codes = lengths.sorted().dropLast().map { next in
            code <<= next - length
            length = next
            defer { code += 1 }
            return (bits: code, length: length)
        }
        return Table(symbols: symbols, codes: codes)
    }

    // MARK: scans

    private mutating func addSequentialScans() {
        let groups = [[[0, 1, 2]], [[0], [1], [2]], [[0], [1, 2]], [[0, 1], [2]]]
        let scans = components.count == 1 ? [[0]] : groups[Int.random(in: 0..<4, using: &random)]
        for scan in scans { addScan(of: scan, coefficients: 0...63, high: 0, low: 0) }
    }

    private mutating func addProgressiveScans() {
        while components.contains(where: { $0.unknownBits != 0 }) {
            let first = Int.random(in: components.indices, using: &random)
            if random.next() % 3 == 0 {
                addScan(of: [first], coefficients: 1...63, high: 0, low: 0)
                continue
            }
            let known = components[first].unknownBits
            guard known != 0 else { continue }
            let scan = components.indices.filter {
                components[$0].unknownBits == known && ($0 == first || random.next() % 3 > 0)
            }
            let low = known.map { $0 - 1 } ?? Int.random(in: 0...3, using: &random)
            addScan(of: scan, coefficients: 0...0, high: known ?? 0, low: low)
            for component in scan { components[component].unknownBits = low }
        }
    }

    private mutating func addScan(of scan: [Int], coefficients: ClosedRange<Int>, high: Int, low: Int) {
        if random.next() % 4 == 0 {
            restartInterval = Int.random(in: 0...20, using: &random)
            bytes += SmallJPEG.segment(0xDD, TIFFBuilder.number(restartInterval, 2))
        }
        let tables = scan.map { _ in (Int.random(in: 0...3, using: &random), Int.random(in: 0...3, using: &random)) }
        var header = [UInt8(scan.count)]
        for (component, (dc, ac)) in zip(scan, tables) { header += [UInt8(component + 1), UInt8(dc << 4 | ac)] }
        header += [UInt8(coefficients.lowerBound), UInt8(coefficients.upperBound), UInt8(high << 4 | low)]
        bytes += SmallJPEG.segment(0xDA, header)
        guard coefficients.lowerBound == 0 else {
            for _ in 0..<Int.random(in: 0...300, using: &random) { emit(Int.random(in: 0...255, using: &random), 8) }
            return finish()
        }
        predictions = [0, 0, 0]
        for mcu in 0..<mcuCount(of: scan) {
            if restartInterval > 0, mcu > 0, mcu % restartInterval == 0 {
                finish()
                bytes += [0xFF, 0xD0 + UInt8((mcu / restartInterval - 1) % 8)]
                predictions = [0, 0, 0]
            }
            for (component, (dc, ac)) in zip(scan, tables) {
                let blocks = scan.count == 1 ? 1 : components[component].horizontal * components[component].vertical
                for _ in 0..<blocks {
                    if high > 0 {
                        emit(Int.random(in: 0...1, using: &random), 1)
                    } else {
                        emitDifference(of: component, self.dc[dc])
                        if coefficients.upperBound > 0 { emitCoefficients(self.ac[ac]) }
                    }
                }
            }
        }
        finish()
    }

    private func mcuCount(of scan: [Int]) -> Int {
        let horizontal = components.map(\.horizontal).max() ?? 1
        let vertical = components.map(\.vertical).max() ?? 1
        func quotient(_ side: Int, _ factor: Int, _ size: Int) -> Int { (side * factor + 8 * size - 1) / (8 * size) }
        if scan.count > 1 { return quotient(width, 1, horizontal) * quotient(height, 1, vertical) }
        let component = components[scan[0]]
        return quotient(width, component.horizontal, horizontal) * quotient(height, component.vertical, vertical)
    }

    // MARK: bits

    private mutating func emit(_ value: Int, _ count: Int) {
        for bit in stride(from: count - 1, through: 0, by: -1) {
            bits = bits << 1 | (value >> bit & 1)
            bitCount += 1
            guard bitCount == 8 else { continue }
            bytes += bits == 0xFF ? [0xFF, 0] : [UInt8(bits)]
            (bits, bitCount) = (0, 0)
        }
    }

    private mutating func finish() { while bitCount > 0 { emit(1, 1) } }

    private mutating func symbol(_ table: Table, _ index: Int) -> Int {
        emit(table.codes[index].bits, table.codes[index].length)
        return table.symbols[index]
    }

    /// A difference with the sign that keeps the sum small.
    private mutating func emitDifference(of component: Int, _ table: Table) {
        let size = symbol(table, Int.random(in: table.symbols.indices, using: &random))
        guard size > 0 else { return }
        let half = 1 << (size - 1)
        let magnitude = Int.random(in: half..<2 * half, using: &random)
        let difference = predictions[component] < 0 ? magnitude : -magnitude
        emit(difference > 0 ? difference : difference + 2 * half - 1, size)
        predictions[component] += difference
    }

    private mutating func emitCoefficients(_ table: Table) {
        let end = table.symbols.firstIndex(of: 0)
        var left = Int.random(in: 0...(random.next() % 3 == 0 ? 63 : 5), using: &random)
        var coefficient = 1
        while coefficient < 64 {
            let index = left > 0 ? nil : end
            let value = symbol(table, index ?? Int.random(in: table.symbols.indices, using: &random))
            if value & 15 > 0 {
                emit(Int.random(in: 0..<(1 << (value & 15)), using: &random), value & 15)
            } else if value < 0xF0 {
                return
            }
            coefficient += value >> 4 + 1
            left -= 1
        }
    }
}
