import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct MetadataTests {
    @Test(arguments: MetadataOracle.all.indices)
    func equalsExiftool(index: Int) throws {
        let expected = MetadataOracle.all[index]
        let metadata = try ImageDecoder().inspect(.bytes(try corpusBytes(expected.path))).metadata
        #expect(metadata.captureTime?.description == expected.captureTime)
        #expect(metadata.orientation.rawValue == expected.orientation)
        #expect(metadata.make == expected.make)
        #expect(metadata.model == expected.model)
        #expect(metadata.lens == expected.lens)
        #expect(metadata.bodySerial == expected.serial)
        #expect(metadata.imageUniqueID == expected.uniqueID)
        let location = metadata.location.map { [$0.latitude, $0.longitude] + ($0.altitude.map { [$0] } ?? []) } ?? []
        #expect(location.count == expected.location.count)
        for (value, other) in zip(location, expected.location) {
            #expect(abs(value - other) < 1e-6 * max(1, abs(other)))
        }
    }

    /// Reading the picture gives the same metadata as reading the beginning of the file.
    @Test func inspectingEqualsReading() throws {
        for expected in MetadataOracle.all {
            let bytes = try corpusBytes(expected.path)
            let inspected = try ImageDecoder().inspect(.bytes(bytes))
            let reading = try ImageDecoder().decode(bytes).reading
            #expect(inspected.metadata == reading.metadata && inspected.colorProfile == reading.colorProfile)
            #expect(inspected.storedSize == reading.storedSize && inspected.decodedRows == 0)
        }
    }
}
