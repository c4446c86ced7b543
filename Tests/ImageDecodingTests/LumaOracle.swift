/// The results of other programs for files of the corpus.
enum LumaOracle {
    /// `djpeg -grayscale -dct int -nosmooth -scale EIGHTHS/8` of libjpeg-turbo 2.1.5: the SHA-256 of its rows.
    ///
    /// `djpeg` decodes every scan. The files include each sampling, restart markers, arithmetic coding, RGB, and one
    /// luma scan only.
    static let jpegs: [(path: String, eighths: Int, sha256: String)] = [
        (
            "image-rs-jpeg-decoder/tests/reftest/images/grayscale_long.jpg", 8,
            "5012ddfac08544b937496e09973569ad4c2662a8e7e1aa864fce06d17bda2870"
        ),
        (
            "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/20.04/Fossa_by_Jasper_Roks.jpg", 1,
            "483685861ada79e12253d1811b97301223f0aba1d6a37d7d20effee8089b0145"
        ),
        (
            "metadata-extractor/jpg/Issue 600 (1).jpg", 2,
            "7f9f83f05dfd07a777bdca7f2229c4e5418a477fc4a9936d9a8f90675818ef9c"
        ),
        (
            "image-rs-jpeg-decoder/benches/tower.jpg", 4,
            "ef2bee5bd9d7fff3bf515be0e484af1f25a67100cac1eef96d1505d5c44e713a"
        ),
        ("metadata-extractor/jpg/Issue 508.jpg", 8, "087d80f7f182dd44f184aa86ca34488853ebcc04f0c60d5294919a466b463831"),
        ("metadata-extractor/jpg/Issue 154.jpg", 4, "42b6fa583ef3213fc4420b05558abb440bceb184f76836c6bc863bc4735539ec"),
        (
            "go-fuzz-corpus/jpeg/corpus/video-001.q50.440.jpeg", 8,
            "059421e4ee876651a303cc350fff4805e7c6926a98504e28450f8952b9693e33"
        ),
        (
            "metadata-extractor/jpg/Reconyx HF2 Pro Covert.jpg", 2,
            "56ec2c88d1dceb186cce8510c02dcb6fc27debffb46f966aec453a5fb129507a"
        ),
        (
            "metadata-extractor/jpg/Olympus PEN E-P3.jpg", 4,
            "855ca653ab95719f4b00dd8981391cd21455ffa733f169e46495570e90e6e9aa"
        ),
        (
            "image-rs-jpeg-decoder/tests/reftest/images/grayscale_24x16_sampling2x2.jpg", 8,
            "c5db71cd804ba9c90c8d2b560c3605816a6e73a8dd7beb0543a42d0256e9aba4"
        ),
        (
            "immich/metadata/gps-position/empty_gps.jpg", 1,
            "937a3407e3fdb6220337ce88becc274bd549c9b693e8a2d41cbcb549dfc91b8a"
        ),
        (
            "video-frames/doorknob-hd-no-bar_mp4/f0013.jpg", 4,
            "ddd1b3e4829f7e47d747b2b417d1cbd83cf5c02c1758ac6c664bcda7eb543e68"
        ),
        (
            "libjpeg-turbo/testimages/testimgari.jpg", 8,
            "5c50271eaaa986830673732d1ce9ea28c29acf21cc45f6fdcce70f91ab94de67"
        ),
        (
            "image-rs-jpeg-decoder/tests/crashtest/images/imagetestsuite/865db3dd2d380626f16b6f9dc6d62dba.jpg", 8,
            "5cf7c71940518008fc6972705b45616fd1669d85bdf92a43d157d35700d20818"
        ),
        (
            "go-fuzz-corpus/jpeg/corpus/video-001.rgb.jpeg", 8,
            "0995d53d1d2ab32444d6fd6ce1dbd1fff62f1a4f828265be3d16dc6fbaef80e7"
        ),
        (
            "pexels-oceanic/wallpapers/orig/286758.jpg", 1,
            "7b2f517504d235b0ba284ec3e3ccbc2c6a84efbf0e3737bdad46396a4c343432"
        ),
        (
            "go-fuzz-corpus/jpeg/corpus/video-001.q50.411.jpeg", 8,
            "059421e4ee876651a303cc350fff4805e7c6926a98504e28450f8952b9693e33"
        ),
        (
            "image-rs-jpeg-decoder/tests/reftest/images/progressive-missing-ac.jpg", 8,
            "8667e718294e9e0df1d30600ba3eeb201f764aad2dad72748643e4a285e1d1f7"
        ),
        (
            "metadata-extractor/jpg/Sony DSC-P12.jpg", 2,
            "3381de4ca9f3a477f25989dfc8b744e7916046b7aa369f61a9a2f7dc0963ec9e"
        ),
        (
            "image-rs-jpeg-decoder/benches/tower_progressive.jpg", 4,
            "ef2bee5bd9d7fff3bf515be0e484af1f25a67100cac1eef96d1505d5c44e713a"
        ),
        (
            "go-fuzz-corpus/jpeg/corpus/video-001.q50.440.progressive.jpeg", 8,
            "059421e4ee876651a303cc350fff4805e7c6926a98504e28450f8952b9693e33"
        ),
        (
            "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/sunset_by_Aitzol_Berasategi.jpg", 1,
            "a88a7749d1b4dfe573c0226363f8813760ac15f43af4f6a397c2ed65e0adee81"
        ),
        (
            "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/friends_by_Aitzol_Berasategi.jpg", 1,
            "6b070c4fd3458f65b91e52d0ca2cd369c700abafc561213e03924a636656acc2"
        ),
        (
            "go-fuzz-corpus/jpeg/corpus/video-001.separate.dc.progression.progressive.jpeg", 8,
            "43cae7539d8b358dc5940f897b8dcc228c49a48a2e7eea3fc6f28c9773de0552"
        ),
    ]

    /// A model in Python (zlib, own unfiltering, Adam7 and integer formulas): the SHA-256 of its luma.
    ///
    /// The files include each colour type, 1 to 16 bits, interlaced or not, with and without transparency. Five files
    /// have a `gAMA` of 1.0, which the model converts to sRGB.
    static let pngs: [(path: String, sha256: String)] = [
        (
            "go-fuzz-corpus/png/corpus/ab14a0713426a031530a53c6f3055d890f4adcce",
            "dfb77c6d5bad90395fb848e8fe3e1d85584fbe8bde5c206bfa0f3779a8d0d3ac"
        ),
        ("pngsuite-lunapaint/png/tbwn0g16.png", "807d976bb9a18d9c3a5a0b9db74c5a50d43d0704f54d729782ef42ee3cefc62e"),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/ibasn0g16.png",
            "dfb77c6d5bad90395fb848e8fe3e1d85584fbe8bde5c206bfa0f3779a8d0d3ac"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/ftbbn0g01.png",
            "5f4ecdb7b71c3e403983fe405cddcdc2f2576b655fdb3e80d94a6f7c32e58bc2"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/interlaced/ibasn0g02.png",
            "c94bb4ae8f36ad2ece73a007c9d581bc1297723f299435ca98176526499ca46a"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/interlaced/iftbbn0g04.png",
            "ce579d0f69479da7a55b10e2a740c01a955240a4b0fed9efcbade6bc2b82de87"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/testpngs/gray-8-tRNS.png",
            "cfea75c394efe34eba9c2e9200b02444e96b2ac67b1bb8e3565dfd634938d041"
        ),
        ("pngsuite-lunapaint/png/tbbn2c16.png", "920933a872673bfecbb3f82c64edf7fe6b5ee22b35fd78de684fa6311c06b703"),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/ibasn2c16.png",
            "a7dcec9371c7c8dd79a546188f29cab6671e4b167915cdc18012857875d398fe"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/testpngs/rgb-8-tRNS.png",
            "83483390a5e75730f7df847e45a1c6c5206aff55a7fefa161047a1995cad8f7a"
        ),
        ("pngsuite-lunapaint/png/s01i3p01.png", "1f18d650d205d71d934c3646ff5fac1c096ba52eba4cf758b865364f4167d3cd"),
        ("pngsuite-lunapaint/png/tm3n3p02.png", "465d0fb66a1b8b1eeed2f81805ec82b95b0879a0f11e191f511bba13ec457e7e"),
        ("pngsuite-lunapaint/png/s05i3p02.png", "9f6c7e160e9414cda39b1b73a451663df30e8eb66b85e71a089feeed2d2baacf"),
        (
            "deb-libpng/libpng-1.6.48/contrib/testpngs/palette-8-tRNS.png",
            "2571e9b84a7bbf9955c962643bd9fbd2062ee9376af306aedfb291827b5e64ff"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/testpngs/gray-alpha-16.png",
            "de6240a695233ec9885cad25d47cdd8aa83a9b9e19656daff01e1d82aa4196f9"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/ibasn4a16.png",
            "7338b1ea63b3b0da276799c62b44e6d5d20c132a5b5d10abce2c66dd938f3432"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/basn4a08.png",
            "9437a551119f9ca5e87c8b3e1baa653ada9260f12683544abea7d988dc0286f1"
        ),
        (
            "image-rs/tests/images/png/apng/rgba16.png",
            "71d0f74fd4aac33ccf7d06c6a7ea703dc8712d5166363b349186b87693682cbd"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/ibasn6a16.png",
            "c68d4c03b1a4d7888d26159b0c0e4eedd15fd8a3d8a1e6911dbeb8ce4a71ab85"
        ),
        (
            "deb-libpng/libpng-1.6.48/contrib/pngsuite/ibasn6a08.png",
            "a016801c4d23f6d587fae52c15a5d3d7b7e68450db6323cdd1e728f694631220"
        ),
        (
            "deb-image-info/Image-Info-1.45/img/ztxt.png",
            "a7079cedb6d56f519a8108f01d68bd8a451d5abd683ccc764fdc9161eb0cda45"
        ),
    ]

    /// Pictures with a profile that is converted: the SHA-256 of the luma of a second implementation, in Python, from
    /// `djpeg -rgb -dct int -nosmooth -scale EIGHTHS/8` or Pillow's PNG rows.
    ///
    /// littleCMS 2.19 (Pillow's `ImageCms`, relative colorimetric, no black point compensation) differs from it by at
    /// most one level in any channel.
    static let profiled: [(path: String, sha256: String)] = [
        (
            "metadata-extractor/jpg/Canon EOS 7D.jpg",
            "efb7dae547fe5ca9bb60b463a3e5096d02c25e2c902c66774f071205f245ccc1"
        ),
        (
            "pexels-oceanic/wallpapers/orig/188029.jpg",
            "1719ea079889bf1947b1fff847474682aca3ca14eabe5a6baf2a0f93b3124b3f"
        ),
        (
            "image-rs/tests/images/jpg/portrait_2.jpg",
            "6997f911377232fa62197235373919dec82c14c2faa1f68d9ef9f751930fa284"
        ),
        (
            "photos-clic2025/clic2025/validation/4cd6910a0b7b39365fda5df87618d091.png",
            "b28743cb3068bacad8025e33929b6c248f94d6f961991998fc0d23b2847a739d"
        ),
        (
            "go-fuzz-corpus/png/corpus/blog.png",
            "e7ded6014d710010c5cac6fc8c80a1476bd493c474cae6721eb6ac4d47604a78"
        ),
    ]

    /// CMYK with Adobe's inversion and no subsampling: the SHA-256 of the luma of Pillow's `convert("RGB")`, by the
    /// fixed-point weights.
    static let inks: [(path: String, sha256: String)] = [
        (
            "image-rs-jpeg-decoder/tests/reftest/images/mozilla/jpg-cmyk-1.jpg",
            "9a019274fefdc2f2f9d50cebc00c060bf202ee42615116ccb40436e00ada1a79"
        ),
        (
            "go-fuzz-corpus/jpeg/corpus/d85efb1c1e0913a8c592c69028732a049670563b-2",
            "eb50f5b71571e570a9400ad05cdf4f1a0476008997d98c62345db159b5bcbffd"
        ),
    ]
}
