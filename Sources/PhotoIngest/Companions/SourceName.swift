internal import PhotoInspection

/// The parts of a file's name that show to which shot it belongs.
///
/// A name is only a hint, and ``CompanionRules`` checks the contents. Names are compared as bytes, because they need
/// not be UTF-8.
struct SourceName: Sendable, Hashable {
    /// The kind of file by its name, in the order in which the files of a shot are read.
    ///
    /// The other files are attached to the first.
    enum Role: UInt8, Sendable, Comparable {
        case photo, otherPhoto, raw, editedPhoto, video, editedVideo, adjustments, accompaniment, sidecar, other

        static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }
    }

    /// The name that the files of a shot share, without extension and marks of edits and copies.
    ///
    /// For example, `IMG_1234` for `IMG_E1234.JPG`.
    let stem: [UInt8]
    /// The number of another file with the same name, as in `IMG_1234(1).jpg`; 0 without a number.
    let number: Int
    let role: Role
    /// The name of the file that a sidecar describes, if the sidecar's name contains it.
    ///
    /// For example, `IMG_1.JPG` for `IMG_1.JPG.json`.
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
        statesBurst = Self.statesBurst(String(decoding: bytes, as: UTF8.self))
    }

    /// Google, Huawei, Sony and Motorola write `BURST`, LG writes `_Burst01`.
    private static func statesBurst(_ name: String) -> Bool {
        if name.contains("BURST") { return true }
        guard let mark = name.firstRange(of: "_Burst") else { return false }
        return name[mark.upperBound...].first?.isASCIIDigit == true
    }

    /// The name of the unedited photo of the same shot, without its extension.
    var photoStem: [UInt8] { number == 0 ? stem : stem + Array("(\(number))".utf8) }

    private static func subject(of bytes: [UInt8], _ shape: Shape) -> [UInt8]? {
        guard shape.sidecarEnd > 0 else { return nil }
        let name = Array(bytes.prefix(Int(shape.sidecarEnd)))
        guard shape.number > 0, shape.isNumberBehindEnding, let dot = name.lastIndex(of: UInt8(ascii: ".")) else {
            return name
        }
        // In Takeout, IMG_1.jpg(1).json describes IMG_1(1).jpg.
        return Array(name[..<dot]) + Array("(\(shape.number))".utf8) + Array(name[dot...])
    }

    /// Whether the file `a` of a folder comes before `b`.
    ///
    /// Files of one shot are next to each other, the photo first. Otherwise names are ordered by their bytes. This is a
    /// total order.
    static func isInOrder(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        isInOrder(a, Shape(a), b, Shape(b))
    }

    /// Whether `a` comes before `b`, for names whose shapes are known.
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
