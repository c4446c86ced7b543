/// A value of a TIFF directory (TIFF 6.0, section 2).
///
/// Programs store a field in other types than the standard names: a LONG for a SHORT, a signed for an unsigned number,
/// a floating-point number or a text for a rational. The value is the same.
struct TIFFValue {
    /// BYTE, SHORT and LONG, their signed forms, and IFD.
    static let integerTypes: Set<Int> = [1, 3, 4, 6, 8, 9, 13]

    let type: Int
    let bytes: [UInt8]
    let isLittleEndian: Bool
    /// The size of one unit in bytes.
    private let unit: Int

    /// Creates a value of a type with a known unit; `nil` for other types.
    init?(type: Int, bytes: [UInt8], isLittleEndian: Bool) {
        guard let unit = TIFFDirectory.unitLength[type] else { return nil }
        self.type = type
        self.bytes = bytes
        self.isLittleEndian = isLittleEndian
        self.unit = unit
    }

    private var units: [ArraySlice<UInt8>] {
        stride(from: 0, through: bytes.count - unit, by: unit).map { bytes[$0..<$0 + unit] }
    }

    /// Whether it consists of fractions.
    var isRational: Bool { type == 5 || type == 10 }

    /// The numbers of a value of an integer type; none of other types.
    var integers: [Int] {
        switch type {
        case 1, 3, 4, 13: units.map(unsigned)
        case 6, 8, 9: units.map(signed)
        default: []
        }
    }

    /// The numbers of a value of any type.
    ///
    /// - Returns: `nil` if a denominator is zero, for a text that does not consist of numbers with blanks between
    ///   them, and for UNDEFINED of more than one byte.
    var numbers: [Double]? {
        switch type {
        case 5, 10: all(units.map(quotient))
        case 11: units.map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: unsigned($0)))) }
        case 12: units.map { Double(bitPattern: bits($0)) }
        case 2, 129: all((text ?? "").split(separator: " ").map { Coordinate.number($0) })
        case 7: bytes.count == 1 ? [Double(bytes[0])] : nil
        default: integers.map(Double.init)
        }
    }

    /// The text up to the first NUL, without white space around it.
    ///
    /// - Returns: `nil` if it is empty, and for types whose units are not bytes. Bytes of a numeric type are a text
    ///   only without control characters.
    var text: String? {
        switch type {
        case 2, 7, 129: bytes.text
        case 1, 6: bytes.text.flatMap { $0.unicodeScalars.contains { $0.value < 0x20 } ? nil : $0 }
        default: nil
        }
    }

    private func all(_ numbers: [Double?]) -> [Double]? {
        let known = numbers.compactMap { $0 }
        return known.count == numbers.count ? known : nil
    }

    private func unsigned(_ unit: ArraySlice<UInt8>) -> Int { unit.number(littleEndian: isLittleEndian) ?? 0 }

    private func signed(_ unit: ArraySlice<UInt8>) -> Int {
        let value = unsigned(unit)
        let range = 1 << (8 * unit.count)
        return value < range / 2 ? value : value - range
    }

    private func quotient(_ unit: ArraySlice<UInt8>) -> Double? {
        let halves = [unit.prefix(4), unit.suffix(4)].map { type == 10 ? signed($0) : unsigned($0) }
        return halves[1] == 0 ? nil : Double(halves[0]) / Double(halves[1])
    }

    private func bits(_ unit: ArraySlice<UInt8>) -> UInt64 {
        let bytes = isLittleEndian ? Array(unit.reversed()) : Array(unit)
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
