import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

/// Decoded luma in files, and this library's results: the input of `Tests/Independent/signature.py`.
struct IndependentCases {
    /// The values that a test makes wrong in a case.
    enum Fault: CaseIterable {
        case thumbnail, quality, drawing, rotatedHash, code, measure, score, codedMeasure, verdict
        case unconvertedThumbnail, unconvertedHash, difference
    }

    private struct Picture: Encodable {
        let name: String
        /// The file with the decoded rows.
        let luma: String
        /// As stored.
        let width, height: Int
        let eighths: Int
        let orientation: Int
        /// Width and height.
        let displayed: [Int]
        /// Base64.
        var thumbnail: String
        var quality: Int
        var isMostlyTextOrDrawing: Bool
        /// After 0, 1, 2 and 3 quarter turns clockwise.
        var hashes: [String]
        /// Base64; only some pictures have it.
        var code: String?
        /// The picture without the conversion of its colours, if they are converted.
        var unconverted: Rendering?
        /// The code of its difference, base64; only pictures with a code have it.
        var difference: String?
    }

    private struct Rendering: Encodable {
        /// The file with the decoded rows.
        let luma: String
        /// Base64; absent if the signature has no such rendering.
        var thumbnail: String?
        var hash: String?
    }

    private struct Side: Encodable {
        /// An index in `pictures`.
        let picture: Int
        let isCoded: Bool
    }

    private struct Comparison: Encodable {
        let sides: [Side]
        /// The measures and the score.
        var values: [String: Double]
        let aspectAgrees: Bool
        var passes: Bool
        let isCompatible: Bool
        let isConclusive: Bool
    }

    private struct File: Encodable {
        let pictures: [Picture]
        let comparisons: [Comparison]
    }

    private let folder: TemporaryFolder
    private var signatures: [ContentSignature] = []
    /// Some of the pictures as codes.
    private var coded: [ContentSignature?] = []
    private var pictures: [Picture] = []
    private var comparisons: [Comparison] = []

    init() throws { folder = try TemporaryFolder() }

    var count: Int { pictures.count }
    /// The number of comparisons of exact thumbnails that pass.
    var passed: Int { comparisons.count { $0.passes && !$0.sides.contains(where: \.isCoded) } }

    /// Adds a picture, and its comparison with the picture before.
    ///
    /// Computing codes takes time, so only two of sixteen pictures have one. A code is compared with the picture
    /// itself, with the picture before, and with that picture's code.
    mutating func add(_ decoded: DecodedLuma, _ geometry: LumaGeometry, name: String) throws {
        let rows = decoded.samples.count / geometry.decodedSize.width
        let signature = try #require(
            makeSignature(
                of: decoded.samples, unconverted: decoded.unconverted, geometry, rows: rows,
                orientation: decoded.orientation), "\(name)")
        let index = pictures.count
        let isCoded = index % 16 < 2
        signatures.append(signature)
        coded.append(isCoded ? signature.coded : nil)
        let file = "\(index).luma"
        try Data(decoded.samples).write(to: folder.url.appendingPathComponent(file))
        pictures.append(
            Picture(
                name: name, luma: file, width: geometry.storedSize.width, height: geometry.storedSize.height,
                eighths: geometry.eighths, orientation: decoded.orientation.rawValue,
                displayed: [signature.size.width, signature.size.height],
                thumbnail: Data(signature.thumbnail).base64EncodedString(), quality: signature.quality,
                isMostlyTextOrDrawing: signature.isMostlyTextOrDrawing,
                hashes: (0..<4).map { signature.rotated(quarterTurnsClockwise: $0).hash.hex },
                code: coded[index].flatMap(code).map { Data($0).base64EncodedString() },
                unconverted: try rendering(of: decoded, signature, index),
                difference: coded[index].flatMap(difference).map { Data($0).base64EncodedString() }))
        let itself = Side(picture: index, isCoded: false)
        let before = Side(picture: index - 1, isCoded: false)
        if index > 0 { try compare(before, itself) }
        guard isCoded else { return }
        let itsCode = Side(picture: index, isCoded: true)
        try compare(itsCode, itself)
        if index > 0 { try compare(before, itsCode) }
        if index % 16 == 1 { try compare(Side(picture: index - 1, isCoded: true), itsCode) }
    }

    private func rendering(of decoded: DecodedLuma, _ signature: ContentSignature, _ index: Int) throws -> Rendering? {
        guard !decoded.unconverted.isEmpty else { return nil }
        var rendering = Rendering(luma: "\(index).unconverted.luma")
        try Data(decoded.unconverted).write(to: folder.url.appendingPathComponent(rendering.luma))
        if case .thumbnail(let levels, let hash)? = signature.unconverted {
            (rendering.thumbnail, rendering.hash) = (Data(levels).base64EncodedString(), hash.hex)
        }
        return rendering
    }

    private mutating func compare(_ one: Side, _ other: Side) throws {
        // The independent program compares the converted pictures.
        let verification = try converted(one).verify(against: converted(other))
        comparisons.append(
            Comparison(
                sides: [one, other], values: verification.values, aspectAgrees: verification.aspectAgrees,
                passes: verification.passes(), isCompatible: verification.isCompatible,
                isConclusive: verification.isConclusive))
    }

    private func converted(_ side: Side) throws -> ContentSignature {
        let signature = try #require(side.isCoded ? coded[side.picture] : signatures[side.picture])
        return signature.with(signature.picture)
    }

    private func difference(_ signature: ContentSignature) -> [UInt8]? {
        if case .difference(let bytes)? = signature.unconverted { bytes } else { nil }
    }

    private func code(_ signature: ContentSignature) -> [UInt8]? {
        if case .code(let bytes) = signature.picture { bytes } else { nil }
    }

    /// Makes a value in a case wrong.
    mutating func plant(_ fault: Fault) {
        switch fault {
        case .thumbnail:
            var levels = signatures[0].thumbnail
            levels[4095] ^= 1
            pictures[0].thumbnail = Data(levels).base64EncodedString()
        case .quality: pictures[0].quality -= 1
        case .drawing: pictures[0].isMostlyTextOrDrawing.toggle()
        case .rotatedHash: pictures[0].hashes[3] = pictures[0].hashes[1]
        case .code: pictures[1].code = pictures[0].code
        case .measure: comparisons[1].values["residual2x2", default: 0] += 1e-6
        case .score: comparisons[1].values["score", default: 0] += 1e-6
        case .codedMeasure: comparisons[0].values["rms", default: 0] += 1e-6
        case .verdict: comparisons[0].passes.toggle()
        case .unconvertedThumbnail:
            let thumbnail = pictures[0].thumbnail
            pictures[0].unconverted?.thumbnail = thumbnail
        case .unconvertedHash:
            let hash = pictures[0].hashes[1]
            pictures[0].unconverted?.hash = hash
        case .difference: pictures[1].difference = pictures[0].difference
        }
    }

    /// Runs the independent program.
    ///
    /// It exits with 0 if all values agree.
    func check() throws -> (exit: Int32, output: String) {
        let file = File(pictures: pictures, comparisons: comparisons)
        try JSONEncoder().encode(file).write(to: folder.url.appendingPathComponent("cases.json"))
        return try Python.run(program: "signature.py", [folder.url.path])
    }
}

extension Verification {
    /// The measures and the score.
    fileprivate var values: [String: Double] {
        [
            "rms": rms, "worstPixel": worstPixel, "worst2x2": worst2x2, "worst4x4": worst4x4, "mean": mean,
            "tone": tone,
            "displacement": displacement, "displacementPixels": displacementPixels, "residual2x2": residual2x2,
            "gradientNormalised4x4": gradientNormalised4x4, "relativeLight": relativeLight, "noise": noise,
            "movement": movement, "movementError": movementError, "score": score,
        ]
    }
}
