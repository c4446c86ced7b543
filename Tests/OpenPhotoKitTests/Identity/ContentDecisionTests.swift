import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoMatching

/// The rules that decide between candidates, case by case, with simulated comparisons.
@Suite struct ContentDecisionTests {
    private let decision = ContentDecision(isDamaged: false)

    /// The difference of a candidate's thumbnail from the query's thumbnail.
    private enum Likeness: CaseIterable { case same, passing, compatible, different }

    private static let size = PixelSize(width: 400, height: 300)
    private static let levels: [UInt8] = {
        var random = Seeded(5)
        return random.bytes(4096).map { 60 + $0 / 2 }
    }()

    private static func signature(_ levels: [UInt8]) -> ContentSignature {
        ContentSignature(hash: PerceptualHash(words: .zero), quality: 90, thumbnail: levels, size: size)
    }

    /// A verification of two thumbnails that differ in the brightness of four cells.
    private static func verification(_ likeness: Likeness) -> Verification {
        // Smoothing reduces the change of a block of 2×2 cells to 9/16. The limit for one cell is 13 levels, and 26 at
        // slack 2.
        let change: UInt8 =
            switch likeness {
            case .same: 0
            case .passing: 8
            case .compatible: 30
            case .different: 66
            }
        var other = levels
        for cell in [30 * 64 + 30, 30 * 64 + 31, 31 * 64 + 30, 31 * 64 + 31] { other[cell] += change }
        return signature(levels).verify(against: signature(other))
    }

    private func candidate(
        _ name: String, _ likeness: Likeness?, distance: Int = 3, turns: Int = 0, damaged: Bool = false,
        flat: Bool = false, small: Bool = false, doubt: Verification.Doubt? = nil,
        agrees: Bool = false, differs: Bool = false, instant: Bool = false, second: Bool? = nil, shape: Bool = true
    ) -> ComparedAsset {
        ComparedAsset(
            localIdentifier: name, distance: distance, verification: likeness.map(Self.verification),
            quarterTurns: turns,
            isDamaged: damaged, doubt: doubt ?? (flat ? .tooFlat : small ? .mayHaveMoved : nil), metadataAgrees: agrees,
            metadataDiffers: differs,
            captureInstantAgrees: instant, captureSecondDiffers: second, shapeAgrees: shape)
    }

    @Test func theComparisonsMatchTheirNames() {
        let passes = Likeness.allCases.map { Self.verification($0).passes() }
        let compatible = Likeness.allCases.map { Self.verification($0).isCompatible }
        #expect(passes == [true, true, false, false])
        #expect(compatible == [true, true, true, false])
    }

    // MARK: Not found

    @Test func noCandidateIsNotFound() {
        let answer = decision.decide([])
        #expect(answer.status == .notFound && answer.candidates.isEmpty && answer.lookalikes.isEmpty)
        #expect(answer.result.error?.code == .identifierNotFound)
    }

    @Test func withoutAPassingCandidateAllAreLookalikes() {
        let answer = decision.decide([candidate("a", .different), candidate("b", .compatible, agrees: true)])
        #expect(answer.status == .notFound && answer.localIdentifier == nil && answer.candidates.isEmpty)
        #expect(answer.lookalikes.map(\.localIdentifier) == ["b", "a"])
        #expect(answer.lookalikes.allSatisfy { $0.reason == .looksAlike && !$0.verified })
    }

    @Test("A plainly different picture is not a lookalike, and does not change the answer")
    func plainlyDifferentPicturesAreNoLookalikes() {
        func signature(_ levels: (Int) -> Int, _ width: Int = 640) -> ContentSignature {
            ContentSignature(
                hash: PerceptualHash(words: .zero), quality: 90, thumbnail: (0..<4096).map { UInt8(levels($0)) },
                size: PixelSize(width: width, height: 480))
        }
        func level(_ cell: Int) -> Int { 20 + (cell * 7919 % 97) / 2 }
        let asked = signature(level)
        let others = [
            ("brighter by 115", signature { level($0) + 115 }), ("wider", signature(level, 720)),
            ("brighter by 60", signature { level($0) + 60 }), ("cropped a little", signature(level, 660)),
        ].map { name, other in (name, asked.verify(against: other)) }
        #expect(others.map(\.1.isPlainlyDifferent) == [true, true, false, false])
        #expect(others.allSatisfy { !$0.1.passes() })
        let unseen = ContentSignature(hash: asked.hash, quality: 90, picture: .none, size: asked.size)
        #expect(!asked.verify(against: unseen).isPlainlyDifferent)
        let candidates = others.map { name, verification in
            ComparedAsset(
                localIdentifier: name, distance: 9, verification: verification, quarterTurns: 0, isDamaged: false,
                metadataAgrees: false, metadataDiffers: false, captureInstantAgrees: false,
                captureSecondDiffers: false, shapeAgrees: true)
        }
        let answer = decision.decide(candidates)
        #expect(answer.status == .notFound)
        #expect(Set(answer.lookalikes.map(\.localIdentifier)) == ["brighter by 60", "cropped a little"])
        #expect(decision.decide(Array(candidates[0...1])).lookalikes.isEmpty)
    }

    // MARK: Found

    @Test(arguments: [false, true]) func exactlyOnePassesIsFound(agrees: Bool) {
        let answer = decision.decide([candidate("a", .passing, agrees: agrees), candidate("b", .different)])
        #expect(answer.status == .found && answer.localIdentifier == "a" && answer.evidence == .content)
        #expect(answer.candidates.map(\.reason) == [.samePicture])
        #expect(answer.candidates.map(\.verified) == [true])
        #expect(answer.lookalikes.map(\.localIdentifier) == ["b"])
        #expect((try? answer.result.get()) == "a")
    }

    @Test(arguments: 1...3) func aTurnedPictureIsFoundAndReportedAsTurned(turns: Int) {
        let answer = decision.decide([candidate("a", .passing, turns: turns)])
        #expect(answer.status == .found && answer.candidates.map(\.reason) == [.samePictureTurned])
    }

    @Test(arguments: [Likeness.same, .passing, .compatible])
    private func aRivalOfAnotherTimeIsExcludedIfTheChosenOneAgrees(
        rival: Likeness
    ) {
        let answer = decision.decide([
            candidate("rival", rival, differs: true), candidate("chosen", .passing, distance: 9, agrees: true),
        ])
        #expect(answer.status == .found && answer.localIdentifier == "chosen")
        #expect(answer.lookalikes.map(\.reason) == [.captureTimeDiffers])
    }

    @Test func manyRivalsAreExcludedOnlyIfAllAre() {
        let chosen = candidate("chosen", .passing, agrees: true)
        let excluded = (1...3).map { candidate("rival \($0)", .same, differs: true) }
        #expect(decision.decide(excluded + [chosen]).localIdentifier == "chosen")
        #expect(decision.decide(excluded + [chosen, candidate("silent", .compatible)]).status == .multiple)
    }

    /// Only finer cells say that pictures are identical: 64×64 cells of different frames may be equal.
    @Test func anIdenticalPictureIsFoundBesideNeighbouringFrames() {
        func refined(_ name: String, _ likeness: Likeness, differs: Bool = false) -> ComparedAsset {
            candidate(name, likeness, differs: differs).refined(by: Self.verification(likeness))
        }
        let answer = decision.decide([refined("near", .passing), refined("a", .same)])
        #expect(answer.status == .found && answer.localIdentifier == "a")
        #expect(answer.candidates.map(\.reason) == [.samePicture])
        #expect(answer.lookalikes.map(\.reason) == [.nearlyTheSame])
        #expect(decision.decide([refined("b", .same), refined("a", .same)]).status == .multiple)
        #expect(decision.decide([candidate("near", .passing), candidate("a", .same)]).status == .multiple)
        #expect(decision.decide([refined("near", .passing), refined("a", .same, differs: true)]).status == .multiple)
    }

    // MARK: Multiple

    /// The time of each candidate agrees with that of the query, differs from it, or is unknown.
    ///
    /// The other candidate is excluded only if one time agrees and the other one differs.
    @Test(arguments: [0, 1, 2], [0, 1, 2]) func twoThatPassAreDecidedOnlyByMetadata(first: Int, second: Int) {
        let answer = decision.decide([
            candidate("a", .passing, agrees: first == 1, differs: first == 2),
            candidate("b", .passing, agrees: second == 1, differs: second == 2),
        ])
        switch (first, second) {
        case (1, 2): #expect(answer.localIdentifier == "a")
        case (2, 1): #expect(answer.localIdentifier == "b")
        default:
            #expect(answer.status == .multiple && answer.localIdentifier == nil)
            #expect(answer.candidates.map(\.localIdentifier) == ["a", "b"])
            #expect(answer.result.error?.localIdentifiers == ["a", "b"])
        }
    }

    @Test func severalThatPassAreAllNamed() {
        let answer = decision.decide(["c", "a", "b"].map { candidate($0, .passing) } + [candidate("d", .different)])
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.localIdentifier) == ["a", "b", "c"])
        #expect(answer.candidates.allSatisfy { $0.reason == .severalAgree && $0.verified })
        #expect(answer.lookalikes.map(\.localIdentifier) == ["d"])
        #expect(answer.result.error?.code == .multipleIdentifiersFound)
        #expect(answer.result.error?.localIdentifiers == ["a", "b", "c"])
    }

    @Test func onePassesAndAnotherIsCompatible() {
        let answer = decision.decide([candidate("near", .compatible), candidate("a", .passing)])
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.localIdentifier) == ["a", "near"])
        #expect(answer.candidates.map(\.reason) == [.severalAgree, .nearlyTheSame])
        #expect(answer.candidates.map(\.verified) == [true, false])
    }

    @Test func theOnlyOneThatPassesHasAnotherTime() {
        let answer = decision.decide([candidate("a", .same, differs: true), candidate("b", .different, agrees: true)])
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.localIdentifier) == ["a"])
        #expect(answer.candidates.map(\.reason) == [.captureTimeDiffers])
        #expect(answer.result.error?.localIdentifiers == ["a"])
    }

    /// A candidate whose metadata differs is not found, even if the metadata of a nearly passing candidate agrees.
    @Test func theOneThatPassesDiffersAndACompatibleOneAgrees() {
        let answer = decision.decide([
            candidate("a", .passing, differs: true), candidate("b", .compatible, agrees: true),
        ])
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.localIdentifier) == ["a", "b"])
    }

    // MARK: Weak evidence

    @Test func aFlatPictureIsNotFoundByItsContentAlone() {
        let answer = decision.decide([candidate("a", .same, flat: true, agrees: true)])
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.reason) == [.tooFlat])
        #expect(answer.candidates.map(\.verified) == [false])
    }

    @Test func aPictureThatDiffersALittleInLightOrAtAPlaceIsNotFound() {
        func asked(instant: Bool) -> Resolution {
            decision.decide([candidate("a", .passing, doubt: .differs, agrees: instant, instant: instant)])
        }
        #expect(asked(instant: false).status == .multiple)
        #expect(asked(instant: false).candidates.map(\.reason) == [.nearlyTheSame])
        #expect(asked(instant: false).candidates[0].explanation.contains("their light or a small place differs"))
        #expect(asked(instant: true).candidates.map(\.reason) == [.sameInstant])
    }

    @Test func aPictureThatDiffersInFinerCellsIsNotFound() {
        let chosen = candidate("a", .passing, agrees: true)
        #expect(decision.decide([chosen]).status == .found)
        let answer = decision.decide([chosen.considering(candidate("a", .compatible))])
        #expect(answer.status == .multiple && answer.candidates.map(\.reason) == [.nearlyTheSame])
    }

    /// A person may accept many pictures at once whose only reason is such a doubt.
    @Test func whatContradictsIsTheReasonBeforeADoubt() {
        for (flat, small) in [(true, false), (false, true)] {
            func reasons(_ candidate: ComparedAsset, isRawPreview: Bool = false) -> [Resolution.Candidate.Reason] {
                ContentDecision(isDamaged: false, isRawPreview: isRawPreview).decide([candidate])
                    .candidates.map(\.reason)
            }
            let plain = candidate("a", .passing, flat: flat, small: small)
            let damaged = candidate("a", .passing, damaged: true, flat: flat, small: small)
            let other = candidate("a", .passing, flat: flat, small: small, differs: true)
            #expect(reasons(plain) == [flat ? .tooFlat : .tooSmall])
            #expect(reasons(plain, isRawPreview: true) == [.rawPreview])
            #expect(reasons(damaged) == [.damaged])
            #expect(reasons(other) == [.captureTimeDiffers])
            // The details differ.
            #expect(reasons(plain.considering(candidate("a", .compatible))) == [.nearlyTheSame])
            #expect(reasons(plain.considering(candidate("a", .passing))) == [flat ? .tooFlat : .tooSmall])
        }
    }

    @Test func aFlatPictureIsFoundIfTheInstantAgreesToo() {
        let chosen = candidate("a", .passing, flat: true, agrees: true, instant: true)
        let answer = decision.decide([chosen, candidate("b", .different), candidate("c", .compatible, differs: true)])
        #expect(answer.status == .found && answer.localIdentifier == "a")
        #expect(answer.candidates.map(\.reason) == [.sameInstant] && answer.candidates[0].verified)
        // Another candidate that passes, or that metadata do not exclude, contradicts.
        for rival in [candidate("b", .passing, differs: true), candidate("b", .compatible)] {
            #expect(decision.decide([chosen, rival]).status == .multiple)
        }
    }

    @Test func theInstantDoesNotOutweighAnythingThatContradicts() {
        for doubt in [(flat: true, small: false), (flat: false, small: true)] {
            func asked(_ differs: Bool = false, _ damaged: Bool = false, instant: Bool = true) -> Resolution {
                decision.decide([
                    candidate(
                        "a", .same, damaged: damaged, flat: doubt.flat, small: doubt.small, agrees: !differs,
                        differs: differs, instant: instant)
                ])
            }
            #expect(asked().status == .found)
            #expect(asked(true).status == .multiple, "The unique ids differ.")
            #expect(asked(false, true).status == .multiple, "A picture is damaged.")
            #expect(asked(instant: false).status == .multiple, "The times agree to the second only.")
        }
    }

    @Test func aSmallCopyIsFoundOnlyIfTheInstantAgrees() {
        let rival = candidate("b", .passing, small: true, differs: true)
        let unsure = decision.decide([candidate("a", .passing, small: true, agrees: true), rival])
        #expect(unsure.status == .multiple && unsure.candidates.map(\.reason) == [.tooSmall, .captureTimeDiffers])
        #expect(unsure.candidates.map(\.verified) == [true, true])
        let sure = decision.decide([candidate("a", .passing, small: true, agrees: true, instant: true), rival])
        #expect(sure.localIdentifier == "a" && sure.candidates.map(\.reason) == [.sameInstant])
        // A rival about which the size leaves a doubt prevents a certain answer as any other does.
        #expect(decision.decide([candidate("a", .same), candidate("b", .passing, small: true)]).status == .multiple)
    }

    @Test(arguments: [true, false]) func aDamagedPictureIsNeverFound(isQuery: Bool) {
        let answer = ContentDecision(isDamaged: isQuery)
            .decide([candidate("a", .same, damaged: !isQuery, agrees: true)])
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.reason) == [.damaged])
        #expect(answer.candidates.map(\.verified) == [false])
    }

    @Test func aFlatOrDamagedPictureThatNothingFitsIsNotFound() {
        #expect(decision.decide([candidate("a", .different, flat: true)]).status == .notFound)
        #expect(ContentDecision(isDamaged: true).decide([candidate("a", .different)]).status == .notFound)
    }

    // MARK: Without a picture

    @Test func oneNearHashIsEnoughOnlyWithEqualInstants() {
        let found = decision.decide([candidate("a", nil, agrees: true, instant: true)])
        #expect(found.status == .found && found.localIdentifier == "a")
        let undecided = decision.decide([candidate("a", nil, agrees: true)])
        #expect(undecided.status == .multiple)
        #expect(undecided.candidates.map(\.reason) == [.notVerified])
        #expect(undecided.candidates.map(\.verified) == [false])
    }

    @Test func twoNearHashesAreNeverEnough() {
        let answer = decision.decide([
            candidate("b", nil, distance: 0, agrees: true, instant: true),
            candidate("a", nil, distance: 20, differs: true),
        ])
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.localIdentifier) == ["b", "a"])
    }

    @Test func aFlatOrDamagedOneIsNotFoundByHash() {
        #expect(decision.decide([candidate("a", nil, flat: true, instant: true)]).status == .multiple)
        #expect(decision.decide([candidate("a", nil, damaged: true, instant: true)]).status == .multiple)
        #expect(ContentDecision(isDamaged: true).decide([candidate("a", nil, instant: true)]).status == .multiple)
    }

    @Test func answersByHashAreNotVerified() {
        let answer = decision.decide([candidate("a", nil, instant: true)])
        #expect(answer.candidates.map(\.verified) == [false])
    }

    /// An equal instant is not sufficient if the unique id or the shape differs.
    @Test func theInstantDoesNotOutweighOtherEvidence() {
        #expect(decision.decide([candidate("a", nil, differs: true, instant: true)]).status == .multiple)
        #expect(decision.decide([candidate("a", nil, instant: true, shape: false)]).status == .multiple)
    }

    /// A fraction of the second excludes another frame only if both times have a fraction.
    ///
    /// Frames of a burst can have the same second. A copy without its fraction agrees with all these frames.
    @Test func aFractionExcludesOnlyBesideTheVerySameFraction() {
        let rival = candidate("b", .passing, differs: true, second: false)
        #expect(decision.decide([candidate("a", .same, agrees: true), rival]).status == .multiple)
        #expect(decision.decide([candidate("a", .same, agrees: true, instant: true), rival]).localIdentifier == "a")
        let later = candidate("b", .passing, differs: true, second: true)
        #expect(decision.decide([candidate("a", .same, agrees: true), later]).localIdentifier == "a")
    }

    // MARK: Order

    @Test func theOrderOfCandidatesNeverMatters() {
        var random = Seeded(9)
        let candidates = [
            candidate("e", .passing), candidate("d", .passing, distance: 2), candidate("c", .same),
            candidate("b", .compatible),
            candidate("a", .different), candidate("f", .passing),
        ]
        let expected = decision.decide(candidates)
        #expect(expected.candidates.map(\.localIdentifier) == ["c", "d", "e", "f", "b"])
        #expect(zip(expected.candidates, expected.candidates.dropFirst()).allSatisfy { $0.score >= $1.score })
        for _ in 0..<50 {
            let answer = decision.decide(candidates.shuffled(using: &random))
            #expect(answer.candidates == expected.candidates)
            #expect(answer.lookalikes == expected.lookalikes)
        }
    }
}
