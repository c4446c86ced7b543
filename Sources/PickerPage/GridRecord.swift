package import PhotoModel

/// What a cell of the grid shows of a photo, in 16 bytes.
///
/// The server writes the bytes with ``append(to:)``, and the page reads them with ``script``. Both follow ``fields``.
package struct GridRecord: Sendable {
    /// What a cell marks; the raw value is the number of a bit.
    package enum Flag: UInt16, CaseIterable, Sendable {
        case video, live, favorite, screenshot, panorama, burst, undecodable
        /// The photo has a place.
        case place
        case trashed, animated, raw, preselected, hidden
        /// The displayed file is not on this machine.
        case elsewhere

        fileprivate var bit: UInt16 { 1 << rawValue }
    }

    private let number: UInt32
    private let minutes: Int32
    private let flags: UInt16
    private let duration: UInt16
    private let width: UInt16
    private let height: UInt16

    /// The minutes of a photo without a capture time.
    private static let noTime = Int32.min

    /// - Parameters:
    ///   - number: The number of the photo in the session.
    ///   - minutes: The minutes from 1970 on the camera's clock; `nil` for no capture time.
    ///   - duration: The length of a video in seconds.
    ///   - width: The width of the picture, divided by a number so that both sides fit.
    ///   - height: The height of the picture, divided by the same number.
    package init(
        number: UInt32, minutes: Int32?, flags: Set<Flag>, duration: UInt16, width: UInt16, height: UInt16
    ) {
        self.number = number
        self.minutes = minutes ?? Self.noTime
        self.flags = flags.reduce(0) { $0 | $1.bit }
        self.duration = duration
        self.width = width
        self.height = height
    }

    package func append(to writer: inout ByteWriter) { for field in Self.fields { field.append(self, &writer) } }

    /// A little-endian number in the record.
    private struct Field: Sendable {
        let name: String
        /// The name of the number's type in a JavaScript `DataView`.
        let type: String
        let bytes: Int
        let append: @Sendable (GridRecord, inout ByteWriter) -> Void
    }

    /// The numbers in their order.
    private static let fields = [
        Field(name: "number", type: "Uint32", bytes: 4) { $1.append($0.number) },
        Field(name: "minutes", type: "Int32", bytes: 4) { $1.append(UInt32(bitPattern: $0.minutes)) },
        Field(name: "flags", type: "Uint16", bytes: 2) { $1.append($0.flags) },
        Field(name: "duration", type: "Uint16", bytes: 2) { $1.append($0.duration) },
        Field(name: "width", type: "Uint16", bytes: 2) { $1.append($0.width) },
        Field(name: "height", type: "Uint16", bytes: 2) { $1.append($0.height) },
    ]

    /// The module of the page that reads records.
    static let script: String = {
        let flags = Flag.allCases.map { "\($0): \($0.bit)" }
        var (offset, reads) = (0, [String]())
        for field in fields {
            reads.append("\(field.name): data.get\(field.type)(at + \(offset), true)")
            offset += field.bytes
        }
        return """
            /** What a photo is: bits of its flags. */
            export const Flag = { \(flags.joined(separator: ", ")) };
            /** The bytes of a record. */
            export const RECORD = \(offset);
            /** The minutes of a photo without a capture time. */
            export const NO_TIME = \(noTime);
            /** @param {DataView} data @param {number} at The offset of the record. */
            export const record = (data, at) => ({ \(reads.joined(separator: ", ")) });

            """
    }()
}
