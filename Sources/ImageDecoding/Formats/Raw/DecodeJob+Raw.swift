internal import PhotoModel

extension DecodeJob {
    /// Reads the metadata of a raw file, and the largest JPEG in it, which is the camera's rendering of the photo.
    func readRaw(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let container = ContainerReader(source, limits, progress)
        try readJPEG(inRaw: try container.readRaw(&reading), container, &reading, take)
    }

    /// Reads the largest JPEG in these ranges of a raw file, whose metadata are already read.
    func readJPEG(
        inRaw ranges: [Range<Int>], _ container: ContainerReader, _ reading: inout ImageReading,
        _ take: (DecodedRow) -> Void
    ) throws(PhotoLibraryError) {
        reading.warnings += container.file.warnings
        guard let range = try container.largestJPEG(among: ranges) else {
            let message = "The raw file is kept, but it has no JPEG that could be shown."
            return reading.fail(.unsupported, ImageWarning(code: "unsupported", message: message))
        }
        let job = DecodeJob(
            source: .part(of: source, range), limits: limits, budget: budget, progress: progress,
            output: output.ofPictureInRaw(reading.metadata.orientation), computesDigest: false)
        var picture = ImageReading(format: .jpeg)
        try job.readJPEG(&picture, take)
        reading.condition = picture.condition
        reading.warnings += picture.warnings
    }
}
