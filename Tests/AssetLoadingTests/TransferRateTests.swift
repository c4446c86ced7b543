import Testing

@testable import AssetLoading

@Suite struct TransferRateTests {
    @Test("The rate is that of the last five seconds, and unknown at first")
    func rates() {
        var rate = TransferRate()
        let start = ContinuousClock.now
        #expect(rate.perSecond == 0)
        rate.add(0, at: start)
        rate.add(1000, at: start + .milliseconds(100))
        #expect(rate.perSecond == 0)
        rate.add(2000, at: start + .seconds(1))
        #expect(rate.perSecond == 2000)
        // 10 s at 500 per second, sampled every 100 ms. Earlier samples no longer count.
        for tick in 1...100 { rate.add(2000 + tick * 50, at: start + .seconds(1) + .milliseconds(100 * tick)) }
        #expect(abs(rate.perSecond - 500) < 1)
        // Then the count does not increase.
        for tick in 1...60 { rate.add(7000, at: start + .seconds(11) + .milliseconds(100 * tick)) }
        #expect(rate.perSecond == 0)
    }
}
