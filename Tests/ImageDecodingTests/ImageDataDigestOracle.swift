/// Image-data digests that a model in Python computed (hashlib's BLAKE2b over slices of the whole file).
let imageDataDigestOracle: [(path: String, digest: String)] = [
    (
        "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/20.04/Fossa_by_Jasper_Roks.jpg",
        "fde9579b17761c9c3a434439f8473dca7c448cad2ad9b949a10481e71e6a171a"
    ),
    ("image-rs-jpeg-decoder/benches/tower.jpg", "fbe89b51782a0ddf94462316ae1f78251a045d81137a8fea0a2a215e0d9cf444"),
    ("metadata-extractor/jpg/Issue 154.jpg", "61d2ac2f24fe799cd80756c033f4841f5538d1d12137983884d546f0350210c2"),
    (
        "metadata-extractor/jpg/Reconyx HF2 Pro Covert.jpg",
        "8896ad7f2198c5f70136ab7f7be1357d3db3605ed5c748afed03a04ced2d78e2"
    ),
    (
        "image-rs-jpeg-decoder/tests/reftest/images/grayscale_24x16_sampling2x2.jpg",
        "69568e07054d118a58fc26342b2e40d31245ce80416915b902687fcc02a762f6"
    ),
    (
        "video-frames/doorknob-hd-no-bar_mp4/f0013.jpg",
        "8522b667550d20a9af8ee06ed3b463b5586d4f19969d10c735aca45b211eba37"
    ),
    (
        "image-rs-jpeg-decoder/tests/crashtest/images/imagetestsuite/865db3dd2d380626f16b6f9dc6d62dba.jpg",
        "ef7daa75720c7564648c698d1477727d603be7a99aef2bd51b4094d4c8d25ee1"
    ),
    (
        "go-fuzz-corpus/jpeg/corpus/video-001.rgb.jpeg",
        "5666aa65086b1ad34b6f50f582ac66cb5652e26f29d0414476fd02d8cc932b07"
    ),
    ("pexels-oceanic/wallpapers/orig/286758.jpg", "7b236589bfa02238c765a061403acabde4484be942e0287fb1cdd6a0f4c22bc8"),
    (
        "go-fuzz-corpus/jpeg/corpus/video-001.q50.411.jpeg",
        "8c6b352657532b5b5421bbcf14df40bf27d8a50a9a3168531ee5f9c01ce59417"
    ),
    ("metadata-extractor/jpg/Sony DSC-P12.jpg", "4983299e1b3db5d1c878d951a1010dae427e7d7b93c45b93fa04b414b762e3d4"),
    (
        "image-rs-jpeg-decoder/benches/tower_progressive.jpg",
        "ea816ff70c3ecba4e9d5e39128ed1bf76efaa96a7b470d351311dd1678d6f871"
    ),
    (
        "go-fuzz-corpus/jpeg/corpus/video-001.q50.440.progressive.jpeg",
        "1b014afcc3dc0d7d353739453fbfb59a53019e16daa4d3eb11f36f8f2bcb7026"
    ),
    (
        "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/sunset_by_Aitzol_Berasategi.jpg",
        "4123e350e68f2783a2be1f2ca702950c8e5e403a445fecfb489707ba73e34615"
    ),
    (
        "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/friends_by_Aitzol_Berasategi.jpg",
        "bf05f8d47effd34d5cffa6f9481f9793e7f915099ebe1e178ad95eac8f4310a9"
    ),
    (
        "go-fuzz-corpus/jpeg/corpus/video-001.separate.dc.progression.progressive.jpeg",
        "fcb72c9d3fa7a863bb62959ed3aee6a18bba7688e67954647845a2531b38b8ea"
    ),
    (
        "deb-libpng/libpng-1.6.48/contrib/pngsuite/ftbbn0g01.png",
        "06c82460c4b86423d16ddc67a6e68961941a18667582deea0bea5f9fb26829e9"
    ),
    (
        "deb-libpng/libpng-1.6.48/contrib/pngsuite/interlaced/iftbbn0g04.png",
        "af4f5e5f1ad56b45d3cacf9311623cfa0feca0ca2a8d045363b53d656778f769"
    ),
    ("pngsuite-lunapaint/png/tbbn2c16.png", "bf255fdb0f954a001a38234c18f1a5e7f03485ad9edbd82c6af018d890914011"),
    ("image-rs/tests/images/png/apng/rgba16.png", "607de66fbabf002a0270d93ca8fe217947817143d364a30c3a062e5002d78c08"),
    (
        "deb-libpng/libpng-1.6.48/contrib/pngsuite/ibasn6a08.png",
        "d621bcecc4af365ac0b0bf0d5c8e841e3de81ebc95d42a149bc7b55a6d91e563"
    ),
    ("pngsuite-lunapaint/png/oi9n2c16.png", "16b7dd18ee51fad9ff80d90d84ffc8c004974c8017e90b43a9ca3fcf3d2209bf"),
    ("pngsuite-lunapaint/png/oi1n0g16.png", "4f7967dd820f2ebb5b05f588e85f20f2a0fded7759556f83c3c6651533e9831f"),
]
