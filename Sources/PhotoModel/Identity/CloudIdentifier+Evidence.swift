// The description of an asset, which follows kind and stable id; integers are little-endian:
//
//   fields 1 · SHA-256 prefix 16
//   if fields & 1: image-data prefix 16 · orientation 1
//   if fields & 2: signature version 1 · hash 32 · quality 1 · displayed width 4 · displayed height 4
//   if fields & 4: year 2 · month, day, hour, minute, second 1 each · nanoseconds 4 (all ones: not stated)
//                  · offset minutes 2 (0x7FFF: not stated)
//   if fields & 8: image unique id prefix 8
//   if fields & 16: length of the picture's code 2 · the code
//   if fields & 32: length 2, at least 1 · the code of the difference of the picture without conversion
extension CloudIdentifier.Evidence {
    private struct Fields: OptionSet {
        let rawValue: UInt8
        static let imageData = Fields(rawValue: 1)
        static let signature = Fields(rawValue: 2)
        static let captureTime = Fields(rawValue: 4)
        static let uniqueID = Fields(rawValue: 8)
        static let code = Fields(rawValue: 16)
        static let difference = Fields(rawValue: 32)
        static let all: Fields = [.imageData, .signature, .captureTime, .uniqueID, .code, .difference]
    }

    var bytes: [UInt8] {
        var fields: Fields = []
        var body = ByteWriter()
        body.append(sha256Prefix)
        if let prefix = imageDataPrefix {
            fields.insert(.imageData)
            body.append(prefix)
            body.append(UInt8(clamping: orientation.rawValue))
        }
        if let signature = signature {
            fields.insert(.signature)
            body.append(UInt8(truncatingIfNeeded: signature.version))
            body.append(signature.hash.bytes)
            body.append(UInt8(clamping: signature.quality))
            body.append(UInt32(clamping: signature.size.width))
            body.append(UInt32(clamping: signature.size.height))
        }
        if let time = captureTime {
            fields.insert(.captureTime)
            body.append(UInt16(clamping: time.year))
            body.append([time.month, time.day, time.hour, time.minute, time.second].map { UInt8(clamping: $0) })
            body.append(time.nanosecond.map { UInt32(clamping: $0) } ?? .max)
            body.append(UInt16(bitPattern: time.offsetMinutes.map { Int16(clamping: $0) } ?? .max))
        }
        if let prefix = uniqueIDPrefix {
            fields.insert(.uniqueID)
            body.append(prefix)
        }
        if case .code(let code) = signature?.picture {
            fields.insert(.code)
            body.append(UInt16(clamping: code.count))
            body.append(code)
            if case .difference(let difference) = signature?.unconverted {
                fields.insert(.difference)
                body.append(UInt16(clamping: difference.count))
                body.append(difference)
            }
        }
        return [fields.rawValue] + body.bytes
    }

    init?(_ reader: inout ByteReader) {
        guard let rawFields = reader.uint8(), Fields(rawValue: rawFields).isSubset(of: .all),
            let sha256Prefix = reader.bytes(16)
        else { return nil }
        let fields = Fields(rawValue: rawFields)
        self.init(
            sha256Prefix: sha256Prefix, imageDataPrefix: nil, orientation: .up, signature: nil, captureTime: nil,
            uniqueIDPrefix: nil)
        if fields.contains(.imageData) {
            guard let prefix = reader.bytes(16),
                let orientation = reader.uint8().flatMap({ Orientation(rawValue: Int($0)) })
            else { return nil }
            imageDataPrefix = prefix
            self.orientation = orientation
        }
        var signature: ContentSignature?
        if fields.contains(.signature) {
            guard let version = reader.uint8(), let hash = reader.bytes(32).flatMap({ PerceptualHash(bytes: $0) }),
                let quality = reader.uint8(), let width = reader.uint32(), let height = reader.uint32()
            else { return nil }
            signature = ContentSignature(
                version: Int(version), hash: hash, quality: Int(quality), picture: .none,
                size: PixelSize(width: Int(width), height: Int(height)))
        }
        if fields.contains(.captureTime) {
            guard let year = reader.uint16(), let clock = reader.bytes(5), let nanosecond = reader.uint32(),
                let offset = reader.uint16().map({ Int16(bitPattern: $0) })
            else { return nil }
            captureTime = CaptureTime(
                year: Int(year), month: Int(clock[0]), day: Int(clock[1]), hour: Int(clock[2]), minute: Int(clock[3]),
                second: Int(clock[4]), nanosecond: nanosecond == .max ? nil : Int(nanosecond),
                offsetMinutes: offset == .max ? nil : Int(offset))
        }
        if fields.contains(.uniqueID) {
            guard let prefix = reader.bytes(8) else { return nil }
            uniqueIDPrefix = prefix
        }
        if fields.contains(.code) {
            guard let bare = signature, let count = reader.uint16(), let code = reader.bytes(Int(count)) else {
                return nil
            }
            var unconverted: ContentSignature.Unconverted?
            if fields.contains(.difference) {
                guard let count = reader.uint16(), count > 0, let difference = reader.bytes(Int(count)) else {
                    return nil
                }
                unconverted = .difference(difference)
            }
            signature = bare.with(.code(code), unconverted: unconverted)
        } else if fields.contains(.difference) {
            return nil
        }
        self.signature = signature
    }
}
