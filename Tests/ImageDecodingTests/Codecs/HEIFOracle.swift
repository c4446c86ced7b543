/// The HEIC and AVIF pictures of ``pictureOracle``.
let heifOracle: [OraclePicture] = [
    (
        "apple/Test-Media-Types-15.7.2.photoslibrary/originals/5/5F9BCC2D-D1DF-46D8-8F70-C142B25D3DC3.heic", 2320, 3088,
        """
        0a30950f318d15716b12b11114a1341231791291081447de6cc5b177a66755d20d1c51c9\
        13110912155b48b3e94723cd36007e0680ab05104609304203b07c04a03e09104503b096
        """
    ),
    (
        "apple/Test-Media-Types-15.7.2.photoslibrary/originals/B/B60C31AC-BE86-42C5-A383-A0A5710B18AE.heic", 3024, 4032,
        """
        af7adba139e783350d6fe58d3c8472691902ba9b7aa8f93a81f7605984ea57750778aa36\
        beab9fa988fc6e55a03bc42f4f05ce5f25e488086d7b068c5a53cb47c3502e03122891c4
        """
    ),
    (
        "apple/Test-Media-Types-15.7.2.photoslibrary/originals/C/CDFC3B62-EDFD-4A49-A80F-00BB7822D0E8.heic", 5712, 4284,
        """
        76c719754ab699894c9d19f09f066c68b6c076f7616d9a338eb6c082e7d26fc4b744437f\
        10415412a0ff13b12a0e011010006307b0a60b30dc0c505006408205c07408904d05e07c
        """
    ),
    (
        "apple/Test-Media-Types-15.7.2.photoslibrary/originals/D/D562F353-7A22-4367-9A7F-153A4D9F149C.heic", 3024, 4032,
        """
        55160342f5da69a43e79483a6615925973c99a1a8d9609c4a6798d86994a6ce9ad9fc860\
        72c85e677b30b4da9e8bc8db7a2a92abaa1f6ee8337567ed8be7bc4d659a46d78e7fd743
        """
    ),
    (
        "apple/Test-Media-Types-15.7.2.photoslibrary/originals/E/EA3D27D0-73EF-4E4C-A8D5-B2478568EC38.heic", 4284, 5712,
        """
        8ef7724e26c75552d262a5062d842f3e122e83568147eac58d96d682366d4353573661fe\
        54c43f22f7f06c34f08766ec5093af3ea21c3d544925a47b4892715274ae3062a437a1f6
        """
    ),
    (
        "apple/Test-Media-Types-15.7.2.photoslibrary/originals/E/EC19EA1A-FC91-449C-8925-B13D863E2EDB.heic", 4284, 5712,
        """
        34d43a2c43fe4c740b2803542511762251147277f274dc0cc68be3bfcc43b8463e6905fb\
        7bc82a7f7bedc2fbaab7cb9dac36a168b61530d3322bc40546f42a6916c663d4083e62e6
        """
    ),
    (
        "apple/Test-Media-Types-15.7.2.photoslibrary/resources/renders/B/B60C31AC-BE86-42C5-A383-A0A5710B18AE_1_201_a.heic",
        3024, 4032,
        """
        af6adb9f2a628c654a7b46303da29873aa02bbcb8fa799568947c85e75415f941e829b2b\
        bfdbb6a8b94c75f5ff3b348659b60365862089789a7b86f86313e44fb3952f13662b418c
        """
    ),
    (
        "heif/deb-exiv2-2021-02-13-1929.heic", 3024, 4032,
        """
        8cc5e156d63c5585288263cf2ddc5239128ade9bdfa5f7366df6d94b0302252b1488d6ea\
        c16ae39b050a48b40982a7706b08e86994217876b36a797a8437078f3711510a1067d330
        """
    ),
    (
        "heif/deb-exiv2-IMG_3578.heic", 4032, 3024,
        """
        b63a118fba6497892996592c878ab7b1aa35a6e7434ab80e51a70f62a6343e4ac09ec565\
        5685d777768e57d3749f56b03c74d168b7b398f8e78388577fb78c6476005b257a508495
        """
    ),
    (
        "heif/deb-exiv2-Stonehenge.heic", 300, 200,
        """
        c55cdfdf5c9bd01df1cfad34dddcd5d02da4bcfc42cf2b81bc2c3cb10b33b74bf7c40cd8\
        8b78596709ac92f7389c79386fd9d69657167e27c33ea89f8754908f98e54ae88588a44a
        """
    ),
    (
        "heif/deb-exiv2-avif.avif", 1920, 1080,
        """
        51e56561d45d3fd4414e73733ea59e51c5106fe5295b46435544947955a34de89d5293f2\
        96a8447338926ea5ef8ab6554f69174c942f81e4e04a682f7746e27eb69c64b83985b922
        """
    ),
    (
        "heif/deb-exiv2-avif_exif_xmp.avif", 120, 120,
        """
        63755c52e9198648b771f69f6f449347648b86776073ad3aa97b0883c5fa6575d558359c\
        5e3543554b3682a87d7fc5365364dd49549c57575595298a7e78e66b45445f23fc43e578
        """
    ),
    (
        "heif/deb-exiv2-avif_metadata2.avif", 120, 120,
        """
        63a55852e90b8668b27146a26f049047748486b75d732d34a9bb098475f36525dc58159b\
        5d454555cb3d82687c8025315354de49649e57e75492c9877e88e86c553b5d93fe43f56f
        """
    ),
    (
        "heif/deb-exiv2-heic.heic", 1280, 854,
        """
        87c9d5bb5a13ceefbd8e3bfcf287eca7bd628eb92095ab4cba1bd48f78b97ff91c7af4e7\
        4f243c2fa6515a844c75d68848b7f67014e843547d4444193e82f672360934b70c6463dd
        """
    ),
    (
        "heif/deb-libgd2-baboon.avif", 128, 128,
        """
        83c8975c860a65c5da6a27426ca865907715740749590a8b9f6a48a15a87b2c7c78b4758\
        84c7bd50aacf8058319a88b19466266965f9a399536b5c0c8837dab3785b7b77fa80a759
        """
    ),
    (
        "heif/deb-libgd2-sunset.avif", 150, 95,
        """
        e76a908a7e81a5b858e229ec7fce399ba7a1b169318499dc7e773ca607e470fafc83f726\
        7536205976f05af54073958f4f574e5704cfcc9a448dbca099382dd539737a3db5953760
        """
    ),
    (
        "heif/deb-openimageio-IMG_7702_small.heic", 512, 300,
        """
        a899a079c7dc6b84e3b0ea2383382f7105599147f963984f74455e8c27975cb85974d590\
        84d72a58087573f56597e8646b88206d25008b577c5b985f70f5328f47995d97a766949b
        """
    ),
    (
        "heif/deb-vips-avif-orientation-6.avif", 3024, 4032,
        """
        8cf76362c9779769169489b99b39f9a28a0fa3a7874ea8336223fb9438456b9a1d9f998a\
        a095ef28f9d666e33581758c23e7ce6183c68255fe38eccf9f37489516883f89637935da
        """
    ),
    (
        "heif/immich-8bit-sRGB.avif", 1617, 1080,
        """
        54e39e2685ca4843b06017267dc6838ae9ef54539d1e25f341e2475ba4342af85b8ba857\
        5703b221572751234f7086395a78307736f744c2f21b761d4a939162b5e45c043542643c
        """
    ),
    (
        "heif/immich-IMG_2682.heic", 4032, 3024,
        """
        7a78468d36d37eb9163dc47a4fa5ee6c67745997207ca47b70884819f2cf37827445f584\
        28c2c92c841345543864561357f1d720421771a73c61b4014a04844e653f5053db4bf51f
        """
    ),
    (
        "heif/metadata-extractor-IMG_1034.heic", 4032, 3024,
        """
        8658a851182789e4b28dd9025798ee8e65b2aaaa748bb84c7ef6876135fd55f965925844\
        4a347e42e1e41f51e026427425581e7c574f56654e5295ce5d45c45be5c35b57ef78d717
        """
    ),
    (
        "heif/metadata-extractor-IMG_2927.HEIC", 3024, 4032,
        """
        40e7b4a237679f6cf37759f0cea66cad6dfd30249760d7eb7eaa298547d29fe4a56a887d\
        33c4fa6a37d5a54d767899d5ce53f862f7fb26e40551f56174795242263a81337b5d1762
        """
    ),
    (
        "heif/metadata-extractor-Issue 487.heic", 3024, 4032,
        """
        c86c87c68c67c64c44a11a119fa987989971ca2ca1ca0be1bd2bc4aebaccaa5925924922\
        aecaf2ae7ab4aa5a92a159f69cb8e08e68da9939af97998f99e97293c9348f79bb9c6999
        """
    ),
    (
        "heif/metadata-extractor-Issue 649.avif", 5472, 3648,
        """
        45038130156549a4136c961d5a86715e559942635a2dd56049b4189b58c68756ed5ea56d\
        3f13262a650c44f3cfab69f79ef6ae5284403b02fc27652d45e3e9b18a3ea2867051746a
        """
    ),
    (
        "heif/metadata-extractor-cheers_1440x960.heic", 1440, 960,
        """
        51b39916467b5203c075946e2638f478e68c45a27a0c968040f2837ec59a413a1c70a515\
        7ca4a41b24a028d0d84f333f1d267f45b2b35ca3b80f139620106252731815674b50230c
        """
    ),
    (
        "heif/metadata-extractor-exif-at-eof.heic", 3024, 4032,
        """
        40e7b4a237679f6cf37759f0cea66cad6dfd30249760d7eb7eaa298547d29fe4a56a887d\
        33c4fa6a37d5a54d767899d5ce53f862f7fb26e40551f56174795242263a81337b5d1762
        """
    ),
]
