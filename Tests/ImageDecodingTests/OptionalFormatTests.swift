import Foundation
import ImageDecoding
import PhotoModel
import Testing

/// HEIC, AVIF and WebP, where this was built with the traits `HEIC` and `WebP`.
@Suite struct OptionalFormatTests {
    #if HEIC
        private static let hasHEIC = true
    #else
        private static let hasHEIC = false
    #endif
    #if WebP
        private static let hasWebP = true
    #else
        private static let hasWebP = false
    #endif

    /// The luma of the picture that the files below were made from: red 8x, green 10y, blue 255 - 4x - 4y.
    private static let luma: [Int] = (0..<24).flatMap { y in
        (0..<32).map { x in (19595 * 8 * x + 38470 * 10 * y + 7471 * (255 - 4 * x - 4 * y) + 32768) >> 16 }
    }

    private func read(_ text: String) throws -> (ImageReading, [UInt8]) {
        let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        let (reading, luma) = try ImageDecoder().decode(Array(bytes))
        #expect(try ImageDecoder().inspect(.bytes(Array(bytes))).condition == reading.condition)
        #expect(reading.displayedSize == PixelSize(width: 32, height: 24))
        return (reading, luma.luma)
    }

    /// Lossless, by Pillow 13.
    @Test(.enabled(if: hasWebP, "built without the trait WebP"))
    func losslessWebPIsExact() throws {
        let (reading, luma) = try read(Self.webP)
        #expect(reading.condition == .ok && luma.map(Int.init) == Self.luma)
    }

    /// Quality 90, by Pillow 13 and by libheif's own encoder; Pillow's decode differs from the source by 2 levels.
    @Test(.enabled(if: hasHEIC, "built without the trait HEIC"), arguments: [avif, heic])
    func lossyPicturesAreNear(text: String) throws {
        let (reading, luma) = try read(text)
        #expect(reading.condition == .ok && reading.metadata.orientation == .up && luma.count == Self.luma.count)
        for (ours, theirs) in zip(luma, Self.luma) { #expect(abs(Int(ours) - theirs) <= 6) }
    }

    @Test(.enabled(if: hasWebP || hasHEIC, "built without the traits HEIC and WebP"), arguments: [webP, avif, heic])
    func cutPicturesAreNoCrash(text: String) throws {
        let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        for count in stride(from: 12, to: bytes.count, by: 5) {
            let reading = try ImageDecoder().decode(Array(bytes.prefix(count))).reading
            #expect(reading.condition != .ok || reading.hasAllRows)
        }
    }

    @Test(.enabled(if: !hasWebP && !hasHEIC, "built with a trait"), arguments: [webP, avif, heic])
    func withoutTheTraitsTheyAreKept(text: String) throws {
        let (reading, luma) = try read(text)
        #expect(reading.condition == .unsupported && luma.isEmpty)
    }

    private static let webP = """
        UklGRjAAAABXRUJQVlA4TCQAAAAvH8AFALmM6H/sIqL/ASEBIft/WpUGQSGAAIi/cxMTgEkt9gY=
        """
    private static let avif = """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAO
        cGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAaQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAA
        AABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAIAAAABgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAG
        gAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAcW1kYXQSAAoIOBE/dpAQ0GkyWxICQ0qAQQQfIAAAizhskkcW7LZA3Xo2WORw/a0FyTIIJOB8
        6hMrmcPX6TLNNRbXb4AgY92VPHiYl8hI5xVmufen1RBliRVn5sLZdaMEo/cH+Lp1XmbjWtmmqsA=
        """
    private static let heic = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt
        AAAAAAACAAAAEGlkYXQAAAAAACAAGAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAABTwACAAEAAAAAAAAAAQAAAAAAAAAIAAAA
        OGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AA
        AAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubg
        QEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAIAAAABgAAAAQcGl4aQAAAAADCAgI
        AAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAVdtZGF0AAABSygBrwYyCIaCDYCJBnaT2loP
        iOu1ZX/OCsf07I/1mimPKtCHXHfP/zRkf4htz30BfhtreSpg3LAbp+EUktgqD4OLlsX7rdOho1VJCcBe4o5wESTLedCStatUyd8DASLsovZP
        YrVPyRln+bnhPacarmPr49c/GCsDtytuxRSiZYTBMaDLgm1LzaP/piu7K1y//0CoBtDr9QVaTkul1NTC22IXqEfLkHeDVMK8f/BwZtLHsx4p
        Uf4vX1bntU+i30LCJlUvpHE9Qi9Ea3nz9HbjKHKHMVUaqGdnSN4an+sLaHbKGcQnAbrRZd3DiWH5reUmxrRDx72bz+w5Gno7Txkaf9j1W+Fs
        mef6A0sZoLctgx8gpFV/oGh/c90BKo0KMRo3iI/on4G20zIaCwYnJyxiy1p38v9g37+x/Ll84HSH2ybA1U4grxZmvMLwp+A=
        """
}
