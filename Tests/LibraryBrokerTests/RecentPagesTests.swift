import Testing

@testable import LibraryBroker

@Suite struct RecentPagesTests {
    @Test func anAppOpensALimitedNumberOfPagesInAMinute() {
        var pages = RecentPages()
        let start = ContinuousClock.now
        func seconds(_ times: [Int]) -> [Bool] { times.map { pages.add(at: start + .seconds($0)) } }
        #expect(!seconds(Array(0..<RecentPages.maximum)).contains(false))
        #expect(seconds([59]) == [false])
        // The first two are older than a minute.
        #expect(seconds([62, 62, 62]) == [true, true, false])
    }
}
