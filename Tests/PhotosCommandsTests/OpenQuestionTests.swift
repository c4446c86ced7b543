import OpenPhotoKitOwner
import Testing

@testable import PhotosCommands

/// Which questions an answer leaves to a person.
@Suite("Questions about partial matches")
struct OpenQuestionTests {
    private func match(_ asset: String, _ score: Double, isDecidedOther: Bool = false) -> PartialMatch {
        PartialMatch(
            localIdentifier: asset, isEdited: false, score: score, isMirrored: false,
            part: PictureRectangle(x: 0.1, y: 0.1, width: 0.8, height: 0.8), requestedPart: .whole,
            isDecidedOther: isDecidedOther)
    }

    private func lookalike(_ asset: String, _ reason: Resolution.Candidate.Reason = .looksAlike)
        -> Resolution.Candidate
    {
        Resolution.Candidate(
            localIdentifier: asset, evidence: .content, distance: 20, verified: false, score: 0.2, reason: reason,
            explanation: "It looks alike.")
    }

    private func answer(_ matches: [PartialMatch]?, _ lookalikes: [Resolution.Candidate] = []) -> Resolution {
        var answer = Resolution.notFound(lookalikes: lookalikes)
        answer.partialMatches = matches
        return answer
    }

    private func question(_ answer: Resolution) -> OpenQuestion? { OpenQuestion(.file("asked.jpg"), answer) }

    @Test func partialMatchesAreAskedAboutBeforeOtherLookalikesAndOnce() throws {
        let open = try #require(
            question(
                answer([match("a", 0.95), match("b", 0.9)], [lookalike("c"), lookalike("a"), lookalike("d")])))
        let asked = open.resolution.openLookalikes
        #expect(asked.map(\.localIdentifier) == ["a", "b", "c", "d"])
        #expect(asked[0].explanation.hasPrefix("The file shows a part of this photo"))
        #expect(asked.allSatisfy { $0.reason == .looksAlike && !$0.verified })
        // The answer itself stays.
        #expect(open.resolution.status == .notFound && open.resolution.candidates.isEmpty && !open.isConfirmation)
    }

    @Test func whatAPersonDecidedIsNotAskedAgain() throws {
        #expect(question(answer(nil)) == nil && question(answer([])) == nil)
        #expect(question(answer([match("a", 0.95, isDecidedOther: true)])) == nil)
        let both = answer(
            [match("a", 0.95, isDecidedOther: true), match("b", 0.9)], [lookalike("a", .decidedOther)])
        #expect(try #require(question(both)).resolution.openLookalikes.map(\.localIdentifier) == ["b"])
    }

    @Test func theLikeliestQuestionComesFirst() throws {
        let questions = [answer(nil, [lookalike("c")]), answer([match("b", 0.9)]), answer([match("a", 0.95)])]
            .compactMap(question)
        let first = questions.likeliestFirst.compactMap { $0.resolution.openLookalikes.first?.localIdentifier }
        #expect(first == ["a", "b", "c"])
    }

    @Test func afterADecisionThePartialMatchesStayHints() {
        let earlier = answer([match("a", 0.95), match("b", 0.9)])
        let later = answer(nil).withPartialMatches(of: earlier, decidedOther: ["a"])
        #expect(later.partialMatches?.map(\.isDecidedOther) == [true, false] && later.status == .notFound)
        let found = Resolution.found(lookalike("a", .decided))
        #expect(found.withPartialMatches(of: earlier, decidedOther: []).partialMatches == nil)
    }
}
