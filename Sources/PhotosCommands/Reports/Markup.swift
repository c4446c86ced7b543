internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// HTML that is also well-formed XML.
///
/// String literals are markup. Interpolated text is escaped, so that a file name cannot become markup, run as a script,
/// end an attribute or change the text direction.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { source += literal }
        mutating func appendInterpolation(_ text: String) { source += Markup.escaped(text) }
        mutating func appendInterpolation(_ markup: Markup) { source += markup.source }
        mutating func appendInterpolation(_ markup: [Markup]) { for part in markup { source += part.source } }

        /// A number with its thousands grouped: 12,345.
        mutating func appendInterpolation(_ number: Int) { source += number.grouped }
    }

    let source: String

    init(stringLiteral value: String) { source = value }
    init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    /// Text for content and attributes.
    ///
    /// Invisible characters that change the display (controls, line ends, direction marks) are shown as a symbol or a
    /// number.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // The symbols for control characters begin at U+2400, in the same order.
            case "\0"..<" ": result.unicodeScalars.append(Unicode.Scalar(0x2400 + UInt16(scalar.value)) ?? "\u{FFFD}")
            default:
                if isHidden(scalar) {
                    result += "⟨U+\(String(scalar.value, radix: 16, uppercase: true).leftPadded)⟩"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Whether the character is invisible.
    ///
    /// The two joiners are allowed, because many names and emoji contain them.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .format: return scalar != "\u{200C}" && scalar != "\u{200D}"
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isNoncharacterCodePoint
        }
    }
}

extension Int {
    /// The number with its thousands grouped: 12,345.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}

extension String {
    fileprivate var leftPadded: String { String(repeating: "0", count: Swift.max(0, 4 - count)) + self }
}
