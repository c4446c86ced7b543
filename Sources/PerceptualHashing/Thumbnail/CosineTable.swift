/// The cosines of the hash as published integers: `round(2^20·cos(π/128·(i + 1)·(2·j + 1)))`.
///
/// The angles are those of PDQ's 16×64 matrix, without its constant factor. The values are a table because
/// mathematical libraries differ in the last bits, and the hash must be the same on every machine.
package enum CosineTable {
    /// The number of frequencies: 1 to 16.
    package static let frequencyCount: Int = 16

    /// 16 rows (frequencies 1 to 16) of 64 values (positions 0 to 63).
    package static let rows: [Int64] = (0..<frequencyCount).flatMap { frequency in
        (0..<Thumbnail.side).map { position in cosine((frequency + 1) * (2 * position + 1)) }
    }

    /// `round(2^20·cos(π/128·m))` for `m ≥ 0`, computed from the first quarter of the wave.
    static func cosine(_ m: Int) -> Int64 {
        let angle = m % 256
        let half = angle <= 128 ? angle : 256 - angle
        return half <= 64 ? quarterWave[half] : -quarterWave[128 - half]
    }

    /// `round(2^20·cos(π/128·m))` for `m` from 0 to 64.
    private static let quarterWave: [Int64] = [
        1_048_576, 1_048_260, 1_047_313, 1_045_735, 1_043_527, 1_040_690, 1_037_227, 1_033_138,
        1_028_428, 1_023_098, 1_017_151, 1_010_592, 1_003_425, 995_652, 987_281, 978_314,
        968_758, 958_618, 947_901, 936_614, 924_761, 912_352, 899_394, 885_893,
        871_859, 857_300, 842_224, 826_641, 810_560, 793_991, 776_944, 759_428,
        741_455, 723_036, 704_181, 684_901, 665_210, 645_117, 624_636, 603_779,
        582_558, 560_986, 539_076, 516_841, 494_295, 471_452, 448_324, 424_926,
        401_273, 377_377, 353_255, 328_919, 304_386, 279_669, 254_783, 229_744,
        204_567, 179_267, 153_858, 128_357, 102_778, 77_138, 51_451, 25_733,
        0,
    ]
}
