import Foundation
import PhotoModel
import Testing

/// Indexes of another process cannot end this one.
@Suite struct IndexesTests {
    @Test(arguments: [
        [9_223_372_036_854_775_807, 1], [0, -1], [-1, 1], [0, 9_223_372_036_854_775_807], [3], [1, 0],
    ])
    func impossibleIndexesAreRefused(numbers: [Int]) throws {
        let data = try JSONEncoder().encode(numbers)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Indexes.self, from: data) }
    }

    @Test func indexesCross() throws {
        let indexes: Indexes = [0, 1, 2, 7, 9]
        #expect(try JSONDecoder().decode(Indexes.self, from: JSONEncoder().encode(indexes)) == indexes)
    }
}
