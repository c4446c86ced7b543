extension WarmUpPictures {
    /// A lossless and a lossy picture, if this build decodes WebP.
    static var webP: [[UInt8]] {
        #if WebP
            [losslessWebP, lossyWebP]
        #else
            []
        #endif
    }

    /// A lossless picture of 32×24 pixels, by Pillow 13.
    private static let losslessWebP = bytes(
        """
        UklGRjAAAABXRUJQVlA4TCQAAAAvH8AFALmM6H/sIqL/ASEBIft/WpUGQSGAAIi/cxMTgEkt9gY=
        """)

    /// The same picture at quality 80, by Pillow 13.
    private static let lossyWebP = bytes(
        """
        UklGRpoAAABXRUJQVlA4II4AAADQBQCdASogABgAPm0uk0W7IqGYBAGwBsS2AE6ZQjgbyX8VeXG3vMbnQADA4ATxMKFRaXRbSEoAAP77ebH2bHTg
        GUhyAUf/uyfWWgvo7HRPUGO0W32NvS/Az9e6/mO4rg9weYPin+TeNqBjoE/oESBt1s57AIqzhoWYXM3wnybwNeWe4EKVK/nsFWbqdAAA
        """)
}
