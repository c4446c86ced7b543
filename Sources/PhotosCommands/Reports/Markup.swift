internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel

/// HTML that is also well-formed XML.
///
/// Literals are markup; every text put into one is escaped, so that no file's name can become markup, run as a script,
/// end an attribute or change the direction of what stands beside it.
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
    /// What cannot be seen but changes what is seen (controls, line ends, marks of direction) is shown by a symbol or
    /// its number.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // Symbols for the control characters begin at U+2400, in their order.
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

    /// The two joiners are part of many names and of emoji.
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
