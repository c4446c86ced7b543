package import Foundation
package import PhotoModel

/// The bytes of the values of registers.
///
/// An empty value means that nothing is there: no title, no member, the date of the file.
package enum RegisterValue {
    package static let none: [UInt8] = []

    package static func flag(_ isSet: Bool) -> [UInt8] { [isSet ? 1 : 0] }
    package static func flag(in value: [UInt8]) -> Bool { value == [1] }

    package static func text(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }

    /// - Returns: `nil` for an empty text and for bytes that are no UTF-8.
    package static func text(in value: [UInt8]) -> String? {
        value.isEmpty ? nil : String(validating: value, as: UTF8.self)
    }

    package static func rating(_ rating: Int) -> [UInt8] { [UInt8(bitPattern: Int8(clamping: rating))] }
    package static func rating(in value: [UInt8]) -> Int? { value.count == 1 ? Int(Int8(bitPattern: value[0])) : nil }

    /// The place of a keyword among the keywords of a photo.
    package static func place(_ index: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt16(clamping: index).bigEndian, Array.init)
    }
    package static func place(in value: [UInt8]) -> Int? {
        value.count == 2 ? Int(value[0]) << 8 | Int(value[1]) : nil
    }

    package static func date(_ date: Date) -> [UInt8] { number(date.timeIntervalSince1970) }
    package static func date(in value: [UInt8]) -> Date? {
        numbers(in: value[...], 1...1).map { Date(timeIntervalSince1970: $0[0]) }
    }

    // MARK: Properties of photos

    package static func captureTime(_ time: OwnersValue<CaptureTime>) -> [UInt8] {
        switch time {
        case .original: none
        case .set(let time): text(time.description)
        }
    }

    package static func captureTime(in value: [UInt8]) -> OwnersValue<CaptureTime>? {
        value.isEmpty ? .original : text(in: value).flatMap { CaptureTime($0) }.map { .set($0) }
    }

    /// Empty for the place in the files, 0 for no place, 1 before latitude, longitude and maybe altitude.
    package static func location(_ place: OwnersValue<ImageMetadata.Location?>) -> [UInt8] {
        switch place {
        case .original: none
        case .set(nil): [0]
        case .set(let place?):
            [1] + [place.latitude, place.longitude, place.altitude].compactMap(\.self).flatMap(number)
        }
    }

    package static func location(in value: [UInt8]) -> OwnersValue<ImageMetadata.Location?>? {
        switch value.first {
        case nil: return .original
        case 0 where value.count == 1: return .set(nil)
        case 1:
            guard let parts = numbers(in: value.dropFirst(), 2...3) else { return nil }
            let place = ImageMetadata.Location(
                latitude: parts[0], longitude: parts[1], altitude: parts.count == 3 ? parts[2] : nil)
            return place.map { .set($0) }
        default: return nil
        }
    }

    // MARK: Decisions

    /// 0 for a decision that was taken back, 1 for different photos, 2 for one photo, and the date.
    package static func decision(isSame: Bool, isTakenBack: Bool, date: Date) -> [UInt8] {
        [isTakenBack ? 0 : isSame ? 2 : 1] + self.date(date)
    }

    /// - Returns: Whether the contents are one photo, `nil` for a decision that was taken back; and the date.
    package static func decision(in value: [UInt8]) -> (isSame: Bool?, date: Date)? {
        guard let kind = value.first, kind <= 2, let date = date(in: Array(value.dropFirst())) else { return nil }
        return (kind == 0 ? nil : kind == 2, date)
    }

    // MARK: Conflicts

    /// The writer, the time and the value of a register that does not count.
    package static func conflict(lost register: Register) -> [UInt8] {
        var writer = FieldWriter()
        writer.append(register.stamp.writer.bytes)
        writer.append(fixed: register.stamp.time.rawValue)
        writer.append(register.value)
        return writer.bytes
    }

    /// - Returns: `nil` for an empty value, which means that the conflict was ended, and for bytes of no conflict.
    package static func conflict(in value: [UInt8]) -> (writer: WriterID, time: HybridTime, value: [UInt8])? {
        var reader = FieldReader(value[...])
        guard let writer = reader.bytes(WriterID.size).flatMap({ WriterID($0) }),
            let time = reader.fixed().flatMap({ HybridTime(rawValue: $0) })
        else { return nil }
        return (writer, time, Array(value.dropFirst(WriterID.size + 8)))
    }

    // MARK: Numbers

    private static func number(_ number: Double) -> [UInt8] {
        withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init)
    }

    private static func numbers(in value: ArraySlice<UInt8>, _ counts: ClosedRange<Int>) -> [Double]? {
        guard value.count.isMultiple(of: 8), counts.contains(value.count / 8) else { return nil }
        let numbers = stride(from: value.startIndex, to: value.endIndex, by: 8).map { start in
            Double(bitPattern: value[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
        }
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}
