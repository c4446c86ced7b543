import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

/// Decoded luma in files, and what we make of it: the input of `Tests/Independent/signature.py`.
struct IndependentCases {
    /// What can be wrong with a case.
    enum Fault: CaseIterable { case thumbnail, quality, rotatedHash, measure, verdict }

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
        /// After 0, 1, 2 and 3 quarter turns clockwise.
        var hashes: [String]
    }

    private struct Comparison: Encodable {
        /// Places in `pictures`.
        let first, second: Int
        var measures: [String: Double]
        let aspectAgrees: Bool
        var passes: Bool
        let isCompatible: Bool
    }

    private struct File: Encodable {
        let limits: [String: Double]
        let noiseFloor: Double
        let pictures: [Picture]
        let comparisons: [Comparison]
    }

    private let folder: TemporaryFolder
    private var signatures: [ContentSignature] = []
    private var pictures: [Picture] = []
    private var comparisons: [Comparison] = []

    init() throws { folder = try TemporaryFolder() }

    var count: Int { pictures.count }
    /// How many of the comparisons pass.
    var passed: Int { comparisons.count { $0.passes } }

    /// Adds a picture, and its comparison with the one before.
    mutating func add(_ decoded: DecodedLuma, _ geometry: LumaGeometry, name: String) throws {
        let rows = decoded.samples.count / geometry.decodedSize.width
        let signature = try #require(
            makeSignature(of: decoded.samples, geometry, rows: rows, orientation: decoded.orientation), "\(name)")
        let file = "\(pictures.count).luma"
        try Data(decoded.samples).write(to: folder.url.appendingPathComponent(file))
        pictures.append(
            Picture(
                name: name, luma: file, width: geometry.storedSize.width, height: geometry.storedSize.height,
                eighths: geometry.eighths, orientation: decoded.orientation.rawValue,
                displayed: [signature.size.width, signature.size.height],
                thumbnail: Data(signature.thumbnail).base64EncodedString(), quality: signature.quality,
                hashes: (0..<4).map { signature.rotated(quarterTurnsClockwise: $0).hash.hex }))
        if let last = signatures.last {
            let verification = last.verify(against: signature)
            comparisons.append(
                Comparison(
                    first: signatures.count - 1, second: signatures.count, measures: verification.measures,
                    aspectAgrees: verification.aspectAgrees, passes: verification.passes(),
                    isCompatible: verification.isCompatible))
        }
        signatures.append(signature)
    }

    /// Makes a case wrong.
    mutating func plant(_ fault: Fault) {
        switch fault {
        case .thumbnail:
            var levels = signatures[0].thumbnail
            levels[4095] ^= 1
            pictures[0].thumbnail = Data(levels).base64EncodedString()
        case .quality: pictures[0].quality -= 1
        case .rotatedHash: pictures[0].hashes[3] = pictures[0].hashes[1]
        case .measure: comparisons[0].measures["residual2x2", default: 0] += 1e-6
        case .verdict: comparisons[0].passes.toggle()
        }
    }

    /// What the independent program says; it ends with 0 when everything agrees.
    func check() throws -> (exit: Int32, output: String) {
        let file = File(
            limits: VerificationLimits.standard.byMeasure, noiseFloor: Verification.noiseFloor, pictures: pictures,
            comparisons: comparisons)
        try JSONEncoder().encode(file).write(to: folder.url.appendingPathComponent("cases.json"))
        return try Python.run(program: "signature.py", [folder.url.path])
    }
}

extension Verification {
    fileprivate var measures: [String: Double] {
        [
            "rms": rms, "worstPixel": worstPixel, "worst2x2": worst2x2, "worst4x4": worst4x4, "mean": mean,
            "displacement": displacement, "displacementPixels": displacementPixels, "residual2x2": residual2x2,
            "gradientNormalised4x4": gradientNormalised4x4,
        ]
    }
}

extension VerificationLimits {
    fileprivate var byMeasure: [String: Double] {
        [
            "rms": rms, "worstPixel": worstPixel, "worst2x2": worst2x2, "worst4x4": worst4x4, "mean": mean,
            "displacement": displacement, "displacementPixels": displacementPixels, "residual2x2": residual2x2,
            "gradientNormalised4x4": gradientNormalised4x4,
        ]
    }
}
