import Foundation
import ImageDecoding
import PhotoModel
import Testing

/// HEIC, AVIF and WebP: only the headers are read, and the picture is not decoded.
@Suite struct UnsupportedFormatTests {
    @Test(arguments: [(webP, ImageFormat.webp), (avif, .avif), (heic, .heic)])
    func headersAreRead(text: String, format: ImageFormat) throws {
        let bytes = Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
        let (reading, luma) = try ImageDecoder().decode(bytes)
        #expect(reading.format == format)
        #expect(reading.condition == .unsupported)
        #expect(reading.displayedSize == PixelSize(width: 32, height: 24))
        #expect(luma.luma.isEmpty)
        #expect(try ImageDecoder().inspect(.bytes(bytes)).condition == .unsupported)
    }

    @Test(arguments: [webP, avif, heic])
    func cutFilesAreUnsupportedToo(text: String) throws {
        let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        for count in stride(from: 12, to: bytes.count, by: 5) {
            let (reading, luma) = try ImageDecoder().decode(Array(bytes.prefix(count)))
            #expect(reading.condition != .ok && luma.luma.isEmpty)
        }
    }

    /// 32 × 24 pixels, lossless, by Pillow 13.
    private static let webP = """
        UklGRjAAAABXRUJQVlA4TCQAAAAvH8AFALmM6H/sIqL/ASEBIft/WpUGQSGAAIi/cxMTgEkt9gY=
        """
    /// The same picture at quality 90, by Pillow 13.
    private static let avif = """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAO
        cGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAaQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAA
        AABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAIAAAABgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAG
        gAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAcW1kYXQSAAoIOBE/dpAQ0GkyWxICQ0qAQQQfIAAAizhskkcW7LZA3Xo2WORw/a0FyTIIJOB8
        6hMrmcPX6TLNNRbXb4AgY92VPHiYl8hI5xVmufen1RBliRVn5sLZdaMEo/cH+Lp1XmbjWtmmqsA=
        """
    /// The same picture at quality 90, by libheif's encoder.
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
