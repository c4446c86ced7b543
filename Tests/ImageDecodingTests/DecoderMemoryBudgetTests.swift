import Dispatch
import PhotoModel
import Testing

@testable import ImageDecoding

@Suite struct DecoderMemoryBudgetTests {
    private func waits(_ budget: DecoderMemoryBudget, for count: Int) -> Bool {
        do throws(PhotoLibraryError) {
            let isTaken = try budget.take(count) { () throws(PhotoLibraryError) in
                throw PhotoLibraryError(.cancelled, "It would have to wait.")
            }
            if isTaken { budget.giveBack(count) }
            return false
        } catch {
            return true
        }
    }

    @Test func bytesAreTakenAndGivenBack() throws {
        let budget = DecoderMemoryBudget(bytes: 100)
        #expect(try budget.take(60) {})
        #expect(waits(budget, for: 41) && !waits(budget, for: 40))
        budget.giveBack(60)
        #expect(!waits(budget, for: 100))
        #expect(try !budget.take(101) {})
    }

    @Test func aCancelledWaitReleasesItsTurn() throws {
        let budget = DecoderMemoryBudget(bytes: 100)
        #expect(try budget.take(100) {})
        #expect(waits(budget, for: 1))
        budget.giveBack(100)
        #expect(!waits(budget, for: 100))
    }

    /// Small requests do not overtake a large request that waits.
    @Test func firstComeFirstServed() throws {
        let budget = DecoderMemoryBudget(bytes: 100)
        #expect(try budget.take(50) {})
        let order = Counter()
        let group = DispatchGroup()
        for count in [100, 10] {
            let isWaiting = DispatchSemaphore(value: 0)
            DispatchQueue.global().async(group: group) {
                _ = try? budget.take(count) { _ = isWaiting.signal() }
                _ = order.add(count)
                budget.giveBack(count)
            }
            isWaiting.wait()
        }
        #expect(order.values == [])
        budget.giveBack(50)
        group.wait()
        #expect(order.values == [100, 10])
    }

    @Test func manyThreadsNeverExceedIt() {
        let budget = DecoderMemoryBudget(bytes: 100)
        let inUse = Usage()
        DispatchQueue.concurrentPerform(iterations: 400) { index in
            let count = 1 + (index * 37) % 100
            guard let isTaken = try? budget.take(count, whileWaiting: {}), isTaken else { return }
            inUse.change(by: count)
            inUse.change(by: -count)
            budget.giveBack(count)
        }
        #expect(inUse.most <= 100 && inUse.most > 0)
        #expect(!waits(budget, for: 100))
    }
}
