internal import PhotoModel

/// Bytes that are compressed by LZW with codes of variable length, as in TIFF (TIFF 6.0, section 13) and GIF (GIF89a,
/// appendix F).
///
/// A code means a string of bytes. Each code but the first defines one more string: that of the code before it, and the
/// first byte of its own.
final class LZWBytes<Source: ByteInput>: DecompressedBytes {
    private static var maxCodes: Int { 4096 }
    private static var maxCodeLength: Int { 12 }

    private let source: Source
    /// Whether the first bit of a code is the highest free bit of a byte.
    private let isHighestBitFirst: Bool
    /// How many codes earlier than necessary codes become longer.
    private let earlyCodes: Int
    /// The code that removes all strings.
    ///
    /// The next code ends the data.
    private let clearCode: Int

    private struct Entry {
        /// The code of all bytes but the last.
        var prefix: UInt16 = 0
        /// The number of bytes.
        var count: UInt16 = 1
        var first: UInt8 = 0
        var last: UInt8 = 0
    }

    /// The strings by code.
    private let table = UnsafeMutableBufferPointer<Entry>.allocate(capacity: maxCodes)
    private var nextCode = 0
    private var codeLength = 0
    private var previous: Int?
    private var hasEnded = false
    /// The string of the last code, and the part of it that is not returned yet.
    private let string = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: maxCodes)
    private var unread = 0..<0
    /// Bits that are not read yet.
    private var bits: UInt32 = 0
    private var bitCount = 0

    /// The memory of the tables.
    static var memory: Int { maxCodes * (1 + MemoryLayout<Entry>.stride) }

    /// - Parameter byteLength: The number of bits of the bytes that codes are made for, at most 11.
    private init(_ source: Source, byteLength: Int, isHighestBitFirst: Bool, earlyCodes: Int) {
        self.source = source
        self.isHighestBitFirst = isHighestBitFirst
        self.earlyCodes = earlyCodes
        clearCode = 1 << byteLength
        table.initialize(repeating: Entry())
        for code in 0..<clearCode {
            let byte = UInt8(truncatingIfNeeded: code)
            table[code] = Entry(first: byte, last: byte)
        }
        clear()
    }

    static func tiff(_ source: Source) -> LZWBytes {
        LZWBytes(source, byteLength: 8, isHighestBitFirst: true, earlyCodes: 1)
    }

    static func gif(_ source: Source, byteLength: Int) -> LZWBytes {
        LZWBytes(source, byteLength: byteLength, isHighestBitFirst: false, earlyCodes: 0)
    }

    deinit {
        table.deallocate()
        string.deallocate()
    }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) -> Int {
        var count = 0
        while count < buffer.count {
            if unread.isEmpty { guard try readString() else { break } }
            let part = unread.prefix(buffer.count - count)
            for index in part { buffer[count + index - part.lowerBound] = string[index] }
            count += part.count
            unread = part.upperBound..<unread.upperBound
        }
        return count
    }

    private func clear() {
        nextCode = clearCode + 2
        codeLength = clearCode.trailingZeroBitCount + 1
        previous = nil
    }

    /// Reads the string of the next code; `false` at the end.
    private func readString() throws(DecodeStop) -> Bool {
        while !hasEnded, let code = try readCode() {
            if code == clearCode {
                clear()
            } else if code == clearCode + 1 {
                hasEnded = true
            } else {
                try define(by: code)
                copyString(of: code)
                previous = code
                return true
            }
        }
        return false
    }

    /// Defines the string that a code adds to the table.
    private func define(by code: Int) throws(DecodeStop) {
        let isFull = nextCode == Self.maxCodes
        guard code < nextCode || (code == nextCode && !isFull && previous != nil) else {
            throw .corrupt("The LZW data have a code that is not defined.")
        }
        guard let previous, !isFull else { return }
        let (prefix, next) = (table[previous], table[code < nextCode ? code : previous])
        table[nextCode] = Entry(
            prefix: UInt16(truncatingIfNeeded: previous), count: prefix.count &+ 1, first: prefix.first,
            last: next.first)
        nextCode += 1
        if nextCode + earlyCodes >= 1 << codeLength, codeLength < Self.maxCodeLength { codeLength += 1 }
    }

    private func copyString(of code: Int) {
        var code = code
        let count = Int(table[code].count)
        for index in (0..<count).reversed() {
            string[index] = table[code].last
            code = Int(table[code].prefix)
        }
        unread = 0..<count
    }

    /// The next code; `nil` if the data end.
    private func readCode() throws(DecodeStop) -> Int? {
        while bitCount < codeLength {
            guard let byte = try withCallerErrors({ () throws(PhotoLibraryError) in try source.byte() }) else {
                return nil
            }
            bits = isHighestBitFirst ? bits << 8 | UInt32(byte) : bits | UInt32(byte) << UInt32(bitCount)
            bitCount += 8
        }
        bitCount -= codeLength
        let mask = UInt32(1) << UInt32(codeLength) - 1
        if isHighestBitFirst { return Int(bits >> UInt32(bitCount) & mask) }
        defer { bits >>= UInt32(codeLength) }
        return Int(bits & mask)
    }
}
