/// The WebP pictures of ``pictureOracle``.
let webPOracle: [OraclePicture] = [
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
