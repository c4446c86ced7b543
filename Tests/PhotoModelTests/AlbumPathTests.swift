import PhotoModel
import Testing

/// Albums that sidecars name.
@Suite struct AlbumPathTests {
    @Test func aTextIsReadAsItIsWritten() {
        let path = AlbumPath(folders: ["50%", "a/b"], title: "Rome %2F")
        #expect(path.text == "50%25/a%2Fb/Rome %252F")
        #expect(AlbumPath(text: path.text) == path)
        #expect(AlbumPath(text: "Rome") == AlbumPath(title: "Rome"))
    }

    @Test func anAlbumHasATitleAndALimitedDepth() {
        #expect(AlbumPath(text: "") == nil)
        #expect(AlbumPath(text: "Travel/") == nil)
        let deepest = String(repeating: "f/", count: AlbumPath.depthLimit) + "Rome"
        #expect(AlbumPath(text: deepest)?.folders.count == AlbumPath.depthLimit)
        #expect(AlbumPath(text: "f/" + deepest) == nil)
        #expect(AlbumPath(text: String(repeating: "f/", count: 100_000) + "Rome") == nil)
    }
}
