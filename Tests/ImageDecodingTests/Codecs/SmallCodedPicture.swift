import Foundation
import ImageDecoding
import PhotoModel

/// A picture of 32 × 24 pixels as HEIC, AVIF and WebP.
///
/// The pixel at x, y has red 8x, green 10y, and blue 255 − 4(x + y).
enum SmallCodedPicture: String, CaseIterable, CustomStringConvertible {
    case losslessWebP, lossyWebP, avif, heic

    var bytes: [UInt8] { Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()) }

    var description: String { rawValue }

    var format: ImageFormat {
        switch self {
        case .losslessWebP, .lossyWebP: .webp
        case .avif: .avif
        case .heic: .heic
        }
    }

    /// The samples of the picture before it was coded, red, green and blue of each pixel.
    static let samples: [UInt8] = {
        var samples: [UInt8] = []
        for y in 0..<24 {
            for x in 0..<32 { samples += [UInt8(8 * x), UInt8(10 * y), UInt8(255 - 4 * (x + y))] }
        }
        return samples
    }()

    private var text: String {
        switch self {
        case .losslessWebP: Self.losslessWebPText
        case .lossyWebP: Self.lossyWebPText
        case .avif: Self.avifText
        case .heic: Self.heicText
        }
    }

    /// By Pillow 13.
    private static let losslessWebPText = """
        UklGRjAAAABXRUJQVlA4TCQAAAAvH8AFALmM6H/sIqL/ASEBIft/WpUGQSGAAIi/cxMTgEkt9gY=
        """
    /// At quality 80, by Pillow 13.
    private static let lossyWebPText = """
        UklGRpoAAABXRUJQVlA4II4AAADQBQCdASogABgAPm0uk0W7IqGYBAGwBsS2AE6ZQjgbyX8VeXG3vMbnQADA4ATxMKFRaXRbSEoAAP77ebH2bHTg
        GUhyAUf/uyfWWgvo7HRPUGO0W32NvS/Az9e6/mO4rg9weYPin+TeNqBjoE/oESBt1s57AIqzhoWYXM3wnybwNeWe4EKVK/nsFWbqdAAA
        """
    /// At quality 90, by Pillow 13.
    private static let avifText = """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAO
        cGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAaQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAA
        AABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAIAAAABgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAG
        gAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAcW1kYXQSAAoIOBE/dpAQ0GkyWxICQ0qAQQQfIAAAizhskkcW7LZA3Xo2WORw/a0FyTIIJOB8
        6hMrmcPX6TLNNRbXb4AgY92VPHiYl8hI5xVmufen1RBliRVn5sLZdaMEo/cH+Lp1XmbjWtmmqsA=
        """
    /// At quality 90, a grid with one tile of 64 × 64 pixels, by libheif's encoder.
    private static let heicText = """
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
