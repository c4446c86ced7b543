/// Pictures of the corpus of formats as other decoders see them: libheif 1.23 (HEIC) and Pillow 13 (AVIF, WebP).
///
/// A picture is upright, converted to sRGB by its ICC profile with Little CMS, on white, and divided into 4 × 4 parts. The
/// text has the means of red, green and blue of each part, row by row, in 1/16 levels, as three hexadecimal digits.
let pictureOracle: [(path: String, width: Int, height: Int, means: String)] = [
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
    (
        "webp/deb-exiv2-exiv2-bug1199.webp", 1200, 800,
        """
        c56ce4df9c99d07df9cfcd3bde8cd4d09dafbd6c46d00b84bc9c3fb0bb33b78bf6c47cdc\
        8b585c6699a893172b9c09386f29d39627137da7c23d889787447c8f38e64a088288a43f
        """
    ),
    (
        "webp/deb-image-info-test-exif.webp", 320, 240,
        """
        aa474b55ab188116993923ba40f3e4461508b368ec7c1a5ea49a0d3f443044fb10b6cb9a\
        b228426d79c39488e83933e643590b9c1a0e9a1667476b918d276923b1e81c91721a91cb
        """
    ),
    (
        "webp/deb-image-info-test-lossless.webp", 150, 113,
        """
        4ae4c35036b96d670db23b19b36b4eb48b709be9f2a5a6fc6aa6b752a5035219329559b1\
        62f6586b452d4914735fe5fc63b8fa93a9ad40241a45d52a54f5a34be4d251753d5625b4
        """
    ),
    (
        "webp/deb-image-info-test.webp", 320, 240,
        """
        aa474b55ab188116993923ba40f3e4461508b368ec7c1a5ea49a0d3f443044fb10b6cb9a\
        b228426d79c39488e83933e643590b9c1a0e9a1667476b918d276923b1e81c91721a91cb
        """
    ),
    (
        "webp/deb-pillow-anim_frame1.webp", 82, 82,
        """
        ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0\
        ff0ff0ff0effbf9c51f6fdccdfaff0ff0ff0f61f8df5aee2d3bd39f18e59e39f63f8af4c
        """
    ),
    (
        "webp/deb-pillow-anim_frame2.webp", 82, 82,
        """
        ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0fefff0fefff0febff0ff0fe9ff0\
        ff0ff0ff0ebea5fac7f3ed16d5aff0fe0ff0f65f94f5ef1ce95e70f43f32f05f66f8ef5d
        """
    ),
    (
        "webp/deb-pillow-flower.webp", 480, 360,
        """
        8da9c67487979687516bf8b05ef6f087e5017b984d5bf83c82165670a80946f5926ad4b7\
        6da7bf44c83685c5947f27db5f65f471448793e8ff7b77cf9366ee7127955e07a47c26a9
        """
    ),
    (
        "webp/deb-pillow-flower2.webp", 300, 225,
        """
        4c83c81d582a5db57c70044350681d68f75b80e55d53594d5bc7518dc5cb6e35893f733e\
        7ca5174ee9825d47437053f754371a59832e6b346c3d261b4473345123a12cd6834d9397
        """
    ),
    (
        "webp/deb-pillow-hopper.webp", 128, 128,
        """
        33730d53b59e4bf4c057f6067a148c6fab6b34e2f1492b6d77958fa8c7b473e643894c79\
        4972622c78e65be42875d60062f5ce78dab534e2bc2c439a3573b23232773022aa25d35e
        """
    ),
    (
        "webp/deb-pillow-hopper_orientation_2.webp", 128, 128,
        """
        33531253e59b4be4bf57e60979d4916f9b6e3492f148fb6777b598a8a7b973b643892c7e\
        49a25e2be8de5be43576260562f5cb78aab634a2be2c239c3583b331b2793002a725c361
        """
    ),
    (
        "webp/deb-pillow-hopper_orientation_3.webp", 128, 128,
        """
        33830e53a5a14be4c857d60f79a48f700b6d3552f0492b6477958fa8e7b973d644896c7e\
        49a2642c68e75bc4367626096345d4790ab13482be2c439935e3b13262772fa2ab26135c
        """
    ),
    (
        "webp/deb-pillow-hopper_orientation_4.webp", 128, 128,
        """
        33a30c53b5984c04ba57e60979448a6feb693562f3493b6177c590a8b7b473f63f896c78\
        4982602bc8e35be43376060462e5d2790ab334a2be2c739a35a3b032b2782fc2a726235e
        """
    ),
    (
        "webp/deb-pillow-hopper_orientation_5.webp", 128, 128,
        """
        34230f53d59c4bb4c457f60679248d6f5b6d3522f7491b6277a591a8f7bb740645894c80\
        49a2642c68e35c242c75e6026355ce790ab534f2ba2bb39a3583b63252782fd2ae25f365
        """
    ),
    (
        "webp/deb-pillow-hopper_orientation_6.webp", 128, 128,
        """
        34030e53a59d4c54bf57e60a7a54916f7b6834f2f248eb68779596a8a7b4740645891c82\
        4982622c78e25be43675b60262b5ce78dabb3512be2c139835d3b232a2773062ab260360
        """
    ),
    (
        "webp/deb-pillow-hopper_orientation_7.webp", 128, 128,
        """
        33a30a53059f4c14bd57f60b79d48d6fdb673522f0490b6377c591a907b674063e899c7d\
        4992622c48e95c343075b6086315d178eaae34b2bd2c139f35e3b832127a2fc2b1262364
        """
    ),
    (
        "webp/deb-pillow-hopper_orientation_8.webp", 128, 128,
        """
        33a3105375984c24bf58160879e4896fdb653512f2492b6677c594a8e7b973c645896c79\
        4942612bd8e05be4357566056305d1794aaf3492bc2c339a35c3b132a2772fc2a9260360
        """
    ),
    (
        "webp/deb-pillow-iss634.webp", 245, 245,
        """
        12e6fc6144d46f855559a92c4754ff73d53e88795f4f645b6c7684816807699ddaa5d5ff\
        defb5060d43769e5a364272a5beea7a526a6e70b096346b76a03e884281c44ce4ca6c683
        """
    ),
    (
        "webp/deb-pillow-transparent.webp", 200, 150,
        """
        cfdcf3f068fa8f1d699fbc809f9e4df43e4ce1fe1ef6e93557e8548cd72655cde2ed1de2\
        ff0ff0ff0c7c8fd8a3cd7925890ff0ff0ff0ff0ff0ff0ed4ed5de1eb7eb5dacff0ff0ff0
        """
    ),
    (
        "webp/deb-vips-1.webp", 550, 368,
        """
        753b85ea8b2be51f68c56e59f28ab8d8aeb21aa3875622dd69f9da25f60e9b535d56c707\
        1051c72672b24e85b71e33c94702d43a531d1561e827548a5274ba1fc29a1f811d1a9129
        """
    ),
    (
        "webp/deb-vips-big-height.webp", 13, 169,
        """
        ff0000000ff0000000ff0000000ff0000000ff0000000ff0000000ff0000000ff0000000\
        ff0000000ff0000000ff0000000ff0000000ff0000000ff0000000ff0000000ff0000000
        """
    ),
    (
        "webp/deb-vips-looks-like-svg.webp", 256, 256,
        """
        ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff071379f629addb28a46ff0ff0ff0ff0ff0ff0\
        5425d743196c9d18b6ff0ff0ff0ff0ff0ff06486ae5019b3a038f5ff0ff0ff0ff0ff0ff0
        """
    ),
    (
        "webp/image-rs-2-color.webp", 300, 300,
        """
        c30c30c30c30c30c30c30c30c30c30c30c30c59b8eb96cbba06a21cb8a12a2cc42be8beb\
        c40befbf2c5eb7ab82c50bb3bb9c30c30c30c30c30c30c30c30c30c30c30c30c30c30c30
        """
    ),
    (
        "webp/image-rs-advertises_rgba_but_frames_are_rgb.webp", 265, 199,
        """
        61c78f85c6236fe7945906546e965678c8546be8178e29879b49ba6ba6ee7206737a586b\
        6837e18a2a25a59a6172f76579566b7a786c5d274280e47c52f59744d4f555c620760830
        """
    ),
    (
        "webp/image-rs-anim.webp", 200, 200,
        """
        ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0ff0e56e56e56f7ef7ef7eff0ff0ff0ff0ff0ff0\
        b10b10b10b74b74b74ff0ff0ff0ff0ff0ff0ecaecaecafacfacfacff0ff0ff0ff0ff0ff0
        """
    ),
    (
        "webp/image-rs-lossy_alpha.webp", 100, 100,
        """
        f7afb2f80c38df5c799e0cc3a52ecdf51eefda6ebddd513d6fb1f711f77b1ee99bc9da0a\
        d1be74d5816377421d1b67bb282ea4f3fec4bf7c36fd7eecf4df36ebff4bed1ff0ff0ff0
        """
    ),
    (
        "webp/image-rs-multi-color.webp", 300, 300,
        """
        7484e7ac86904b89e4506888b7946f8f9c2b8cd52d96176a4846e355680e8ab5dc950a5c\
        fa474138ab7f5c5299adba2d30dc7dc643aefab76838aead7ea39ec30be3365c60c6835f
        """
    ),
    (
        "webp/image-rs-panic.webp", 100, 30,
        """
        d1dd1dd1de92e92e92f93f93f93cd7cd7cd7bcbbcbbcb9b99b99b9a48a48a48953953953\
        9a79a79a7cc0cc0cc0b7ab7ab7a9bf9bf9bfaffaffaffe06e06e06e44e44e44d26d26d26
        """
    ),
    (
        "webp/image-rs-simple-gray.webp", 100, 100,
        """
        1d81d81d83553553555135135138058058053cf3cf3cf4f04f04f0740740740a11a11a11\
        5e95e85e96706706709b99b99b9c1ac1ac1a7f67f67f6979979979c14c14c14e26e25e26
        """
    ),
    (
        "webp/image-rs-simple-rgb.webp", 100, 100,
        """
        e030341e8b3c18e39e9441d857f7f700d811be40493de83340750b6c23326fc5f000ba19\
        9ef0395f96574aa66c5961299a03e6009c1b7e902080753822d9193cb078bec1d800be33
        """
    ),
    (
        "webp/image-rs-simple.webp", 300, 300,
        """
        fe189938efe088436afe187b35bfe186833bfe18a63a4e9b7fa363f528803c7fe18cc3e4\
        fe18b83c3e177d6381ee681e36cfe1892382fe18b73c1fe186d344fe18c03d1fe18a239e
        """
    ),
    (
        "webp/image-rs-simple_xmp.webp", 300, 300,
        """
        fe189938efe088436afe187b35bfe186833bfe18a63a4e9b7fa363f528803c7fe18cc3e4\
        fe18b83c3e177d6381ee681e36cfe1892382fe18b73c1fe186d344fe18c03d1fe18a239e
        """
    ),
]
