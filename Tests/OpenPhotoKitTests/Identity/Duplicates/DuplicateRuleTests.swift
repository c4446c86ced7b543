import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Compares groups of pictures with simulated similarities with a second implementation of the rules.
@Suite struct DuplicateRuleTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private static let count = 7

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// Imports different photos, and returns their assets in order, with the ids of their signatures.
    private func store() async throws -> [(asset: String, signature: Int64)] {
        for number in 0..<Self.count { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number + 1))) }
        return try await scene.importAll(library).items.compactMap(\.localIdentifier).map {
            ($0, try #require(try library.catalog.signedAsset(withLocalIdentifier: $0)).signatureID)
        }
    }

    /// Records simulated similarities, as of pairs that were compared in finer cells too, so that no search replaces
    /// them.
    private func compare(_ photos: [(asset: String, signature: Int64)], _ scores: [[Double]]) throws {
        try library.catalog.record(
            .similarPictures(
                photos.indices.map { one in
                    let similar = photos.indices.filter { $0 < one }.map {
                        SimilarPicture(signatureID: photos[$0].signature, score: scores[one][$0])
                    }
                    return (photos[one].signature, .all(similar))
                }))
        try library.catalog.record(
            .finePairs(
                photos.indices.flatMap { one in
                    photos.indices.filter { $0 < one }.map {
                        FinePair(photos[one].signature, photos[$0].signature, score: scores[one][$0], isProven: true)
                    }
                }))
    }

    @Test func aChainOfPicturesThatVerifyIsNotTheSame() async throws {
        let photos = try await store()
        var scores = Array(repeating: Array(repeating: 0.1, count: Self.count), count: Self.count)
        (scores[1][0], scores[2][1], scores[2][0]) = (0.8, 0.8, 0.4)
        try compare(photos, scores)
        #expect(try await library.duplicates().isEmpty)
        #expect(try await library.duplicates(.similar).map(\.members.count) == [3])
        scores[2][0] = 0.2
        try compare(photos, scores)
        #expect(try await library.duplicates().isEmpty)
        #expect(try await library.duplicates(.similar).map(\.members.count) == [2])
        scores[2][0] = 0.5
        try compare(photos, scores)
        #expect(try await library.duplicates().map { Set($0.localIdentifiers) } == [Set(photos[0...2].map(\.asset))])
        #expect(try await library.duplicates(.similar).isEmpty)
    }

    @Test func anyLikenessKeepsTheRules() async throws {
        let photos = try await store()
        let assets = photos.map(\.asset)
        let contents = try assets.map { asset in
            try #require(try library.assets(withLocalIdentifiers: [asset])[asset]?.original?.content)
        }
        var random = Seeded(11)
        // Few values, so that all pictures of a set agree in some rounds.
        let likenesses: [Double] = [0.1, 0.2, 0.3, 0.3, 0.4, 0.6, 0.9]
        let said: [Bool?] = Array(repeating: nil, count: 12) + [true, false]
        var sizes: Set<Int> = []
        for _ in 0..<LongTests.count(50, all: 150) {
            var scores = Array(repeating: Array(repeating: 1.0, count: Self.count), count: Self.count)
            var words: [[Bool?]] = Array(repeating: Array(repeating: nil, count: Self.count), count: Self.count)
            for one in 0..<Self.count {
                for other in 0..<one {
                    let score = likenesses.randomElement(using: &random) ?? 0
                    let word = said.randomElement(using: &random) ?? nil
                    (scores[one][other], scores[other][one]) = (score, score)
                    (words[one][other], words[other][one]) = (word, word)
                    _ = try library.forgetDecision(about: contents[one], and: contents[other])
                    if let word { try library.decide([Decision(contents[one], contents[other], isSame: word)]) }
                }
            }
            try compare(photos, scores)
            func mayBe(_ one: Int, _ other: Int) -> Bool { words[one][other] ?? (scores[one][other] > 1.0 / 3) }
            func agree(_ one: Int, _ other: Int) -> Bool { words[one][other] ?? (scores[one][other] >= 0.5) }
            for kind in DuplicateGroup.Kind.allCases {
                let groups = try await library.duplicates(kind).map {
                    $0.localIdentifiers.compactMap(assets.firstIndex)
                }
                let grouped = Array(groups.joined())
                #expect(grouped.count == Set(grouped).count, "No photo is in two groups.")
                for group in groups {
                    sizes.insert(group.count)
                    #expect(group.count > 1)
                    for one in group {
                        for other in group where one != other {
                            #expect(words[one][other] != false)
                            if kind == .similar { #expect(mayBe(one, other)) }
                        }
                    }
                    for other in group.dropFirst() where kind == .same && words[group[0]][other] != true {
                        // Without a decision, all other pictures that may be the same photo must agree with both.
                        for rival in 0..<Self.count where rival != group[0] && rival != other {
                            guard mayBe(rival, other) || mayBe(rival, group[0]) else { continue }
                            #expect(agree(rival, other) && agree(rival, group[0]))
                        }
                        #expect(agree(group[0], other))
                    }
                }
            }
            // Two photos that are similar to each other only must be a group.
            for one in 0..<Self.count {
                for other in 0..<one where agree(one, other) {
                    let others = (0..<Self.count).filter { $0 != one && $0 != other }
                    guard !others.contains(where: { mayBe($0, one) || mayBe($0, other) }) else { continue }
                    #expect(
                        try await library.duplicates().contains {
                            Set($0.localIdentifiers) == [assets[one], assets[other]]
                        })
                }
            }
        }
        #expect(sizes.count > 2, "The draws were too much alike: \(sizes)")
    }
}
