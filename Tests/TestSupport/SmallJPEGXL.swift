import Foundation

/// Small JPEG XL files, by cjxl 0.7 and the rules of ISO/IEC 18181-2.
package enum SmallJPEGXL {
    /// A lossless picture of 32×24 pixels.
    package static let codestream = bytes(
        """
        /wrFQEBxIQgCAQCABUs4QCY3em52FV4rTArrF36vMCpsL0GECAmzI0GECAkSHBHGmhKJKCBiBO4xNgaFMYwxCLjHGMZAVIzBgtgQYyNiGB0VGR
        V1ijF4KuZdxjg4BBSIMRhGWgxeFBtjMFRsBAAECAEGABJXp4IIaJnD//8HAAAAwCsWrIE+mPSEIi+Ch4AGAEMgBAQlAg9HALRrAujbwPQfABhA
        gGyA0s34AuxdwG9uTqCyAC/d1ssPGQ53eIIQw0wGsG5vYGF2cHc/6uN7sgTP3Z5H5eS2jWOc5L6iR5KQVJkQ3ievtm3bIMB6BoFxcruxbdt2pH
        BHDRb/g8t/sj5+3hQ89yBg8/1lAMAlEm8Ipk2IHF03bryEXyAa7iNtl13mn17lc4hQdH2uX5nhCEDE2mqtRAqeROwC5dZ1Q+qsqjmeKohOmHe9
        fhCpbpZ6jggInnWiF96h7368qTwDRBtB7Na+zd4EOpdzOwA=
        """)

    /// Two frames of 20×12 pixels: colours that change by 12 a column and by 20 a row, and then blue.
    package static let animation = bytes(
        """
        /wpYACYIArCguCQICKACAACUAUs4aJjCg/cUFEyAEbUio2ZmEmlhVIzBWxhjxEIEGADI3sYxKcD2P1JtY1O1kFwAis8fRHADEdwGILgNRHADEd
        yGILiNQ3DrCJ3JRARO+M/FoQC5RIPif8StHUBZH8D+rgLEH/8XCAigQgAARABLGIsVgF3e/wISANwBncT4Aw==
        """)

    /// The boxes before all others.
    package static let head =
        Boxes.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
        + Boxes.box("ftyp", Array("jxl ".utf8), Boxes.number(0, 4), Array("jxl ".utf8))

    /// A file with these boxes and the lossless picture.
    package static func file(_ boxes: [UInt8]...) -> [UInt8] {
        head + boxes.flatMap { $0 } + Boxes.box("jxlc", codestream)
    }

    package static func exif(_ block: [UInt8]) -> [UInt8] { Boxes.box("Exif", Boxes.number(0, 4), block) }

    /// A box in the form of a compressed box.
    ///
    /// Brotli stores the bytes (RFC 7932, 9.2: a window of 16 bits, a block that is not compressed, an empty last one).
    package static func compressed(_ box: [UInt8]) -> [UInt8] {
        let (type, content) = (Array(box[4..<8]), Array(box.dropFirst(8)))
        let header = (content.count - 1) << 4 | 1 << 20
        return Boxes.box("brob", type, Boxes.number(header, 3).reversed(), content, [3])
    }

    private static func bytes(_ base64: String) -> [UInt8] {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map { Array($0) } ?? []
    }
}
