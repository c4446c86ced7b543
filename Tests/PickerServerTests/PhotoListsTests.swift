import Testing

@testable import PickerServer

@Suite struct PhotoListsTests {
    @Test func theLeastRecentlyUsedListIsForgotten() {
        var lists = PhotoLists()
        let shown = lists.add([7], of: "all", generation: 0)
        let first = lists.add([1], of: "search:1", generation: 0)
        for number: UInt32 in 2...30 {
            #expect(lists.photos(of: shown) == [7])
            let list = lists.add([number], of: "search:\(number)", generation: 0)
            #expect(lists.photos(of: list) == [number])
        }
        #expect(lists.list(of: "all") == shown && lists.list(of: "search:30") != nil)
        #expect(lists.photos(of: first) == nil && lists.list(of: "search:1") == nil)
    }

    @Test func listsOfTheSelectedPhotosReplaceEachOther() {
        var lists = PhotoLists()
        let shown = lists.add([7], of: "all", generation: 0)
        for number: UInt32 in 1...30 {
            let selected = lists.addSelected([number, 0])
            #expect(lists.photos(of: selected) == [number, 0])
        }
        #expect(lists.list(of: "all") == shown && lists.photos(of: shown) == [7])
    }

    @Test func aListThatWasReadBeforeAChangeIsNotTheNewest() {
        var lists = PhotoLists()
        let before = lists.generation
        let old = lists.add([1, 2], of: "all", generation: before)
        lists.libraryHasChanged()
        #expect(lists.list(of: "all") == nil && lists.photos(of: old) == [1, 2])
        let late = lists.add([1, 2], of: "all", generation: before)
        #expect(lists.list(of: "all") == nil && lists.photos(of: late) == [1, 2])
        let new = lists.add([2], of: "all", generation: lists.generation)
        #expect(lists.list(of: "all") == new)
    }
}
