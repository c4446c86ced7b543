/// What a file's name says of the shot it belongs to.
///
/// Names only suggest: ``CompanionRules`` asks the contents. Bytes are compared, because names need not be UTF-8.
struct SourceName: Sendable, Hashable {
    /// What the name says the file is, in the order in which a shot's files come: others attach to the first.
    enum Role: UInt8, Sendable, Comparable {
        case photo, otherPhoto, raw, editedPhoto, video, editedVideo, adjustments, sidecar, other

        static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }
    }

    /// The name that the shot's files share, without marks of edits, copies and endings: `IMG_1234` of `IMG_E1234.JPG`.
    let stem: [UInt8]
    /// The number of a second file of the same name, as in `IMG_1234(1).jpg`; 0 if there is none.
    let number: Int
    let role: Role
    /// The name of the file that this one tells about, if the name says it: `IMG_1.JPG` of `IMG_1.JPG.json`.
    let subject: [UInt8]?
    /// Whether the name says that the photo is a frame of a burst.
    let statesBurst: Bool

    init(_ name: some Sequence<UInt8>) {
        let bytes = Array(name)
        let shape = bytes.withUnsafeBytes { Shape($0) }
        stem = bytes.withUnsafeBytes { Array(shape.stem(of: $0)) }
        number = Int(shape.number)
        role = shape.role
        subject = shape.role == .sidecar ? Self.subject(of: bytes, shape) : nil
        statesBurst = String(decoding: bytes, as: UTF8.self).contains("BURST")
    }

    /// What an unedited photo of the same shot is called, up to its ending's full stop.
    var photoStem: [UInt8] { number == 0 ? stem : stem + Array("(\(number))".utf8) }

    private static func subject(of bytes: [UInt8], _ shape: Shape) -> [UInt8]? {
        guard shape.sidecarEnd > 0 else { return nil }
        let name = Array(bytes.prefix(Int(shape.sidecarEnd)))
        guard shape.number > 0, shape.isNumberBehindEnding, let dot = name.lastIndex(of: UInt8(ascii: ".")) else {
            return name
        }
        // Takeout: IMG_1.jpg(1).json tells about IMG_1(1).jpg.
        return Array(name[..<dot]) + Array("(\(shape.number))".utf8) + Array(name[dot...])
    }

    /// Whether a folder's file `a` comes before `b`.
    ///
    /// Files of one shot are neighbours, the photo first; otherwise the bytes decide. A total order.
    static func isInOrder(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        isInOrder(a, Shape(a), b, Shape(b))
    }

    /// As ``isInOrder(_:_:)``, of names whose shapes are known.
    static func isInOrder(
        _ a: UnsafeRawBufferPointer, _ shapeOfA: Shape, _ b: UnsafeRawBufferPointer, _ shapeOfB: Shape
    ) -> Bool {
        let stems = (shapeOfA.stem(of: a), shapeOfB.stem(of: b))
        if stems.0.lexicographicallyPrecedes(stems.1) { return true }
        guard stems.0.elementsEqual(stems.1) else { return false }
        guard shapeOfA.number == shapeOfB.number else { return shapeOfA.number < shapeOfB.number }
        guard shapeOfA.role == shapeOfB.role else { return shapeOfA.role < shapeOfB.role }
        return a.lexicographicallyPrecedes(b)
    }
}
