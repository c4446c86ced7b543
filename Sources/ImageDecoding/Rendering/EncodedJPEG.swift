package import Foundation
package import PhotoModel

/// The size that the frame header of a JPEG states, if this library has encoded it (ITU-T T.81, B.2.2); `nil` for
/// other bytes.
package func statedSize(ofJPEG bytes: Data) -> PixelSize? {
    let bytes = [UInt8](bytes.prefix(1 << 12))
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
        func number(_ offset: Int) -> Int { Int(bytes[place + offset]) << 8 | Int(bytes[place + offset + 1]) }
        if 0xC0...0xC2 ~= bytes[place + 1] { return PixelSize(width: number(7), height: number(5)) }
        place += 2 + number(2)
    }
    return nil
}

/// Whether bytes begin and end as a JPEG does: with SOI and EOI (ITU-T T.81, annex B).
package func isWholeJPEG(_ bytes: Data) -> Bool {
    bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == Data([0xFF, 0xD9])
}
