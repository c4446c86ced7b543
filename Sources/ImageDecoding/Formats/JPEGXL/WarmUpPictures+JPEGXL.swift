extension WarmUpPictures {
    /// A picture, if this build decodes JPEG XL.
    static var jpegXL: [[UInt8]] {
        #if JPEGXL
            [lossyJPEGXL]
        #else
            []
        #endif
    }

    /// A lossy picture of 32×24 pixels by cjxl 0.7, in boxes, with EXIF compressed by Brotli.
    private static let lossyJPEGXL = bytes(
        """
        AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAArYnJvYkV4aWYbHwAABJpxX5QlPrGd14l4EkosWkCSB9jG/SAVpx8AAAABYGp4bG
        P/CsVAQnEhABKIAgAoBV3lEgAAFSqjjBu8nOv58kOHxbSN6wxttW1hSaLIODZJJ3CYSZBIlJzI220jL1BJvTkpXdKf/XcvpkB6mYLPkDg/gB1h
        FB7kzrHgTGsoZ2Uzaup3pEULN3PM2u7P/HQXCAAqpEAa4LY8Mu94FHW8izf9PwZg+z+2BvXzuAyra/a++5Hv5uTdy9MkKrw2EMp0VCCknCGkSp
        BkCqmE1Nm4tYT1an6vC+WA5BAoL1cRHsu4GpyK2O+WcH4Iy0e15wHvnN6aUcOTbtnaeqqGHWWs43Jg7jTkz0SU1wu+aBBzZtzrquentXuBf9Cl
        3WUDafGo1X+NsomuN/3A2uP3DxNPPBBNsjXbMJo8zk1PMuwy/6oMj7PlSBj0LEwKqdRC3MkCrDVmVTuGIC9Y44KWXC0OW4utFjQH2KE43+ALAv
        gf7XYXjDYVyi5BRoDTAA==
        """)
}
