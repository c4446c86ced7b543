import PhotoModel
import Testing

@testable import PhotoIngest

/// The albums that an XMP sidecar of our own export states.
@Suite struct SidecarAlbumTests {
    private func albums(_ texts: [String]) throws -> [AlbumPath] {
        let items = texts.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:o="\(OwnXMP.namespace)"><o:Albums><rdf:Bag>\(items)</rdf:Bag></o:Albums>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return try #require(Sidecar(Array(packet.utf8))).albums
    }

    @Test func albumsThatAreTooDeepAreLeftOut() throws {
        let deep = String(repeating: "f/", count: 1000) + "Deep"
        #expect(try albums(["Travel/Rome", deep, "Home"]).map(\.title) == ["Rome", "Home"])
    }

    @Test func aSidecarHasALimitedNumberOfAlbums() throws {
        let read = try albums((0..<(Sidecar.maxAlbums + 5)).map { "Album \($0)" })
        #expect(read.count == Sidecar.maxAlbums)
        #expect(read.last?.title == "Album \(Sidecar.maxAlbums - 1)")
    }
}
