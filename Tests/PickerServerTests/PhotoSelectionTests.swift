import TestSupport
import Testing

@testable import PickerServer

@Suite struct PhotoSelectionTests {
    @Test func oneIsReplaced() {
        var selection = PhotoSelection(of: 10, limit: 1)
        #expect(selection.select([3]) == 0)
        #expect(selection.select([7]) == 0)
        #expect(selection.photos == [7] && selection.position(of: 3) == 0)
    }

    @Test func theLimitHolds() {
        var selection = PhotoSelection(of: 10, limit: 3)
        #expect(selection.select(0..<5) == 2)
        #expect(selection.photos == [0, 1, 2])
        selection.deselect([1])
        #expect(selection.select([1, 8, 9]) == 2)
        #expect(selection.photos == [0, 2, 1])
    }

    @Test func photosThatDoNotExistAreNotSelected() {
        var selection = PhotoSelection(of: 2, limit: 0)
        #expect(selection.select([1, 2, .max]) == 0)
        selection.deselect([.max])
        #expect(selection.photos == [1] && selection.position(of: .max) == 0)
    }

    /// An array of the selected photos, without places, does the same.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func randomChangesAreThoseOfAnArray(seed: UInt64) {
        var random = Seeded(seed)
        let limit = [0, 5, 12].randomElement(using: &random) ?? 0
        var selection = PhotoSelection(of: 20, limit: limit)
        var plain: [UInt32] = []
        for _ in 0..<200 {
            let photos = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                UInt32.random(in: 0..<20, using: &random)
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                _ = selection.select(photos)
                for photo in photos where !plain.contains(photo) && (limit == 0 || plain.count < limit) {
                    plain.append(photo)
                }
            case 2:
                selection.deselect(photos)
                plain.removeAll(where: photos.contains)
            default:
                guard let photo = photos.first else { continue }
                let other = photos.dropFirst().first
                let isMoved = selection.move(photo, after: other)
                guard plain.contains(photo), photo != other, other.map(plain.contains) ?? true else {
                    #expect(!isMoved)
                    continue
                }
                plain.removeAll { $0 == photo }
                plain.insert(photo, at: other.flatMap(plain.firstIndex).map { $0 + 1 } ?? 0)
            }
            #expect(selection.photos == plain)
            for photo in 0..<20 as Range<UInt32> {
                #expect(Int(selection.position(of: photo)) == (plain.firstIndex(of: photo) ?? -1) + 1)
            }
        }
    }
}
