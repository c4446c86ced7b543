import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

/// Signatures of files.
///
/// The expected values are from other programs: luma of PNG by Pillow and numpy, of JPEG by `djpeg -scale n/8
/// -grayscale -dct int`, at 1/8 by the coefficients that the Python package jpeglib reads and numpy; then the same
/// independent program as for ``SignatureVectorTests``.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusSignatureTests {
    struct Photo: Sendable {
        let path: String
        let hash: String
        let quality: Int
        /// FNV-1a of the thumbnail.
        let thumbnail: UInt64

        init(_ path: String, _ hash: String, _ quality: Int, _ thumbnail: UInt64) {
            self.path = path
            self.hash = hash
            self.quality = quality
            self.thumbnail = thumbnail
        }
    }

    static let photos: [Photo] = [
        // Stored size, and the scale it is decoded at.
        // 768x512 8/8
        Photo(
            "photos-kodak/kodak/1.png", "b10c3a4887f369fe4e6069f764af6591714cc66b69ff8f69686a44b1b10e320c", 100,
            0x707c_903a_04a5_0258),
        // 512x768 8/8
        Photo(
            "photos-kodak/kodak/4.png", "532106456b01f125c401f05bf46ca5b3d9fef67c2de998fc7690a9e9306eb495", 100,
            0xd1f0_0dbf_d211_9113),
        // 512x768 8/8
        Photo(
            "photos-kodak/kodak/9.png", "8f70549ab4b3abdd488cd4629fc26a95733a9e1b54c5a9dccb3874778fa86140", 100,
            0x7e4d_fdef_a66b_6dcb),
        // 768x512 8/8
        Photo(
            "photos-kodak/kodak/13.png", "34276412b46e94f030669956d3faf264126363ea4e4872799b43e3ed7ec99363", 100,
            0x4518_f464_f65a_e88e),
        // 768x512 8/8
        Photo(
            "photos-kodak/kodak/23.png", "76eed6ba1ee2cee7c66d2edba3d1c1a00c0c2c49e3d19a3a1a78e1e14d168c36", 100,
            0x3ad5_7996_2059_4270),
        // 800x533 4/8
        Photo(
            "immich/albums/nature/prairie_falcon.jpg",
            "49b8864e265dd5a79b5bf168462687d331c8cd4ce7b63e4bd98075446ea3d807", 100, 0x18ce_6842_e0b4_b879),
        // 800x534 4/8
        Photo(
            "immich/albums/nature/tanners_ridge.jpg",
            "a86a48e52a4db7b79570d86f3ec903b18194f13e9c4a0ea1e39db1f4dc4a076b", 100, 0xa75e_f2b2_efdb_3499),
        // 840x700 4/8
        Photo(
            "immich/metadata/faces/portrait.jpg", "7e815ec1d073b1428f9091772097738ceee197b1b81f61d659516e78c48f38ea",
            100, 0x2778_c3ad_cb6c_abde),
        // 4640x3472 1/8
        Photo(
            "immich/metadata/gps-position/empty_gps.jpg",
            "3ad17bc16626a406a9dd6b59dc3394673343635a6e3c8e348d41a3cd739b5932", 100, 0x833f_3b36_da06_0517),
        // 3840x2160 1/8
        Photo(
            "pexels-oceanic/wallpapers/orig-1.7-ratio/286758.jpg",
            "9d876303d2b433de316d85b18cc9cd1c4cd233a673669e61b30937cd86d96c93", 100, 0xca15_f1ed_1d42_198a),
        // 3840x2160 1/8
        Photo(
            "pexels-oceanic/wallpapers/orig-1.7-ratio/372738.jpeg",
            "49669b44b6452ba54bd652b224ad294be8d2b295b52dab4b9a5ada1fb525bd0a", 100, 0x3f90_b6cd_e35e_24d0),
        // 3968x2232 1/8
        Photo(
            "pexels-oceanic/wallpapers/orig-1.7-ratio/568347.jpg",
            "e3e78397091dbe3c017a91c29dfe6f8419a0560910e247fc3bfd5f3031ea9c98", 100, 0xea25_1545_aa41_e121),
        // 2288x1287 2/8
        Photo(
            "pexels-oceanic/wallpapers/orig-1.7-ratio/587015.jpg",
            "86b5260028d7dc6ce09bfbb4e760c7db9c6d1f1e7b986f62ff013181080e189f", 100, 0xd51f_c5bd_3d3b_8865),
        // 5000x3001 1/8
        Photo(
            "pexels-oceanic/wallpapers/orig/164041.jpg",
            "12bc0f63e30dfb3b16ffe4e458c0901aa18126704ece590f99f1769ee0e3c3f1", 100, 0x6f1a_dc4e_49c4_3419),
        // 3840x2160 1/8
        Photo(
            "pexels-oceanic/wallpapers/orig/372738.jpeg",
            "49669b44b6452ba54bd652b224ad294be8d2b295b52dab4b9a5ada1fb525bd0a", 100, 0x6ae6_73e7_4c67_5ee8),
    ]

    @Test("Real photos have the signatures of the independent program, bit for bit", arguments: photos)
    func photo(_ photo: Photo) throws {
        let signature = try Self.signature(of: photo.path)
        #expect(fingerprint(signature.thumbnail) == photo.thumbnail)
        #expect(signature.hash.hex == photo.hash)
        #expect(signature.quality == photo.quality)
    }

    @Test("A reduced decode is the same picture", arguments: photos[5...7] + photos[11...11])
    func reduced(_ photo: Photo) throws {
        let reduced = try Self.signature(of: photo.path)
        let full = try Self.signature(of: photo.path, minimumShortSide: .max)
        #expect(reduced.hash.distance(to: full.hash) <= 4)
        let verification = reduced.verify(against: full)
        #expect(verification.passes(), "\(verification.failedMeasures)")
    }

    // Each of these photos shows its number. They are candidates of each other, and the comparison distinguishes
    // them.
    @Test("A photo stored in eight orientations is found", arguments: ["Landscape", "Portrait"])
    func orientations(_ shape: String) throws {
        let upright = try Self.signature(of: "exif-orientation/\(shape)_1.jpg")
        for orientation in 2...8 {
            let other = try Self.signature(of: "exif-orientation/\(shape)_\(orientation).jpg")
            #expect(other.size == upright.size)
            #expect(upright.hash.distance(to: other.hash) <= ContentSignature.candidateRadius)
        }
    }

    @Test("Different photos are no candidates of each other, in any rotation")
    func strangers() throws {
        // The last photo is the same as the photo of the same name in another folder.
        let signatures = try Self.photos.dropLast().map { try Self.signature(of: $0.path) }
        let turned = signatures.map { signature in
            (0..<4).map { signature.rotated(quarterTurnsClockwise: $0).hash }
        }
        for (index, one) in signatures.enumerated() {
            let nearest = turned[..<index].joined().map { one.hash.distance(to: $0) }.min() ?? 256
            #expect(nearest > ContentSignature.candidateRadius)
        }
    }

    private static func signature(of path: String, minimumShortSide: Int = 256) throws -> ContentSignature {
        let bytes = [UInt8](try Data(contentsOf: Corpus.folder.appendingPathComponent(path)))
        var builder = SignatureBuilder()
        let reading = try ImageDecoder().read(
            .bytes(bytes), minimumShortSide: minimumShortSide, computesImageDataDigest: false, into: &builder)
        return try #require(
            builder.signature(orientation: reading.metadata.orientation), "\(path): \(reading.warnings)")
    }
}
