internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// The name that a system or a program gives a screenshot.
///
/// It is a word for a screenshot, followed by a date, by a counter or by nothing: `Screenshot from 2024-05-17
/// 10-30-00.png` (GNOME), `Screenshot_20240517_103000.png` (Spectacle, Android), `Bildschirmfoto 2024-05-17 um
/// 10.30.00.png` (macOS), `Screenshot (12).png` (Windows). A few programs write the word behind the date. Other text
/// after the word, as in `screenshot of my desk 2024-05-17.jpg`, makes it the name of something else.
struct ScreenshotName: Sendable, Equatable {
    /// The wall clock at which the screenshot was taken; `nil` if the name has no full clock, or does not say whether
    /// it is before or after noon.
    let time: CaptureTime?

    /// Reads a file's name; `nil` if it is not that of a screenshot.
    init?(_ name: FilePath.Component) {
        // In a name without an extension, the seconds may follow a full stop.
        let hasExtension = name.extension.map { !$0.allSatisfy(\.isASCIIDigit) } ?? false
        self.init(stem: hasExtension ? name.stem : name.string)
    }

    init?(stem: String) {
        let name = Self.folded(stem)[...]
        guard Self.beginsAsScreenshot(name) || Self.endsAsScreenshot(name) else { return nil }
        time = NameClock(in: name).flatMap(Self.time)
    }

    private static func beginsAsScreenshot(_ name: Substring) -> Bool {
        guard let rest = ScreenshotWords.first.lazy.compactMap({ name.without(prefix: $0) }).first(where: \.isNoWord)
        else { return false }
        if isCounter(rest) { return true }
        guard let day = NameDay(in: rest) else { return false }
        // Simulators write the name of the device before the day.
        return name.hasPrefix(ScreenshotWords.simulator) || isPreposition(day.before)
    }

    /// Whether the text between the word and the day is empty or one short word: ` `, `_`, ` from `, ` vom `.
    private static func isPreposition(_ text: Substring) -> Bool {
        let words = text.split { !$0.isLetter }
        return !text.contains(where: \.isASCIIDigit) && words.count <= 1 && words.allSatisfy { $0.count <= 5 }
    }

    private static func endsAsScreenshot(_ name: Substring) -> Bool {
        guard NameClock(in: name)?.before.isEmpty == true else { return false }
        return ScreenshotWords.last.contains { name.hasSuffix($0) }
    }

    /// Whether the text is empty or a counter: ` (12)`, `_12`, ` 12`, `12`.
    private static func isCounter(_ text: Substring) -> Bool {
        var rest = text
        while let first = rest.first, " _-(".contains(first) { rest.removeFirst() }
        if rest.last == ")" { rest.removeLast() }
        return rest.count <= 5 && rest.allSatisfy(\.isASCIIDigit)
    }

    // MARK: Time

    private static func time(_ clock: NameClock) -> CaptureTime? {
        let time = clock.time
        guard time.hour <= 12 else { return time }
        if let isAfternoon = ScreenshotWords.isAfternoon(before: clock.between, after: clock.after) {
            let hour = time.hour % 12 + (isAfternoon ? 12 : 0)
            return CaptureTime(
                year: time.year, month: time.month, day: time.day, hour: hour, minute: time.minute, second: time.second)
        }
        // A word right behind the time may be a mark for the half of the day in another language.
        return clock.after.first == " " && clock.after.dropFirst().first?.isLetter == true ? nil : time
    }

    // MARK: Text

    /// The name in lower case, with composed letters, plain spaces and apostrophes, and ASCII digits.
    private static func folded(_ name: String) -> String {
        String(
            name.precomposedStringWithCanonicalMapping.lowercased().map { character -> Character in
                switch character {
                case "\u{A0}", "\u{2009}", "\u{202F}": " "
                case "\u{2019}", "\u{2BC}", "\u{60}": "'"
                default:
                    character.isASCII ? character : character.wholeNumberValue.flatMap(Self.digit) ?? character
                }
            })
    }

    private static func digit(_ value: Int) -> Character? { (0...9).contains(value) ? Character("\(value)") : nil }
}

extension Substring {
    /// The text after a prefix, in which a space may be an underscore or a hyphen; `nil` if the text begins otherwise.
    fileprivate func without(prefix: String) -> Substring? {
        var rest = self
        for wanted in prefix {
            guard let first = rest.popFirst(), first == wanted || wanted == " " && "_-".contains(first) else {
                return nil
            }
        }
        return rest
    }

    /// Whether the text does not continue the word before it.
    fileprivate var isNoWord: Bool { first?.isLetter != true }
}
