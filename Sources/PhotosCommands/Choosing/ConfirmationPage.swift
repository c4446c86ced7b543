internal import OpenPhotoKitOwner
internal import PhotoWeb

/// The page of a batch of questions that a look at two pictures decides: a pair of pictures for each.
struct ConfirmationPage {
    /// A person's answer to a batch.
    enum Choice: String {
        /// The checked pairs show the same photos. The others are asked one by one.
        case accept
        /// All pairs are asked one by one.
        case oneByOne
        /// All questions of the batch stay open.
        case skip
    }

    let pairs: [NumberedQuestion]
    let position: ChoicePosition
    let remark: String?

    /// The greatest number of pairs in a batch.
    ///
    /// The files of a batch are decoded before it is shown.
    static let limit = 100

    var markup: Markup {
        let title = pairs.count == 1 ? "Is this the same photo?" : "Are these the same photos?"
        return ChoiceDocument.page(
            title: title,
            """
            \(ChoiceDocument.header(position.text(for: pairs.count), title: title, lead: lead, remark: remark))
            <form class="batch" method="post" action="confirm">
            <button disabled="disabled" hidden="hidden"></button>
            <input type="hidden" name="batch" value="\("\(pairs[0].number)")"/>
            <p class="tools"><button type="button" class="toggle" hidden="hidden">Uncheck all</button></p>
            <ol class="pairs" role="list" aria-label="Pairs of pictures">
            \(pairs.map { ConfirmationPair($0).markup })</ol>
            <footer class="answers">
            <button class="main" name="choice" value="\(Choice.accept.rawValue)">Accept <span class="checked">checked</span></button>
            <button name="choice" value="\(Choice.oneByOne.rawValue)" data-key="o">One by one <kbd>o</kbd></button>
            <button name="choice" value="\(Choice.skip.rawValue)" data-key="s">Skip <kbd>s</kbd></button>
            <button formaction="done">Done</button>
            </footer>
            </form>
            \(Self.viewer)
            """)
    }

    private var lead: String {
        let doubt = "but they show too little, or are too small, to be certain."
        let memory = "What you accept is remembered."
        return pairs.count == 1
            ? "This picture has one candidate. The two agree, \(doubt) \(memory)"
            : "Each of these pictures has one candidate. The two agree, \(doubt) Look at each pair, and uncheck those that "
                + "differ: you decide about them afterwards. \(memory)"
    }

    /// Both pictures in turn at the size of the window; the script opens it.
    private static let viewer: Markup = """
        <dialog class="viewer" aria-label="Both pictures in turn">
        <div class="stage"></div>
        <p class="caption" aria-live="polite"></p>
        <p class="controls">
        <button type="button" class="main" data-do="flip" autofocus="autofocus">Other picture <kbd>Space</kbd></button>
        <button type="button" data-do="previous">Previous <kbd>↑</kbd></button>
        <button type="button" data-do="next">Next <kbd>↓</kbd></button>
        <label><input type="checkbox" class="same-photo"/> The same photo <kbd>a</kbd></label>
        <button type="button" data-do="close">Close <kbd>Esc</kbd></button>
        </p>
        </dialog>
        """
}

extension Array {
    /// The elements in arrays of at most this size, in order.
    func batches(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
