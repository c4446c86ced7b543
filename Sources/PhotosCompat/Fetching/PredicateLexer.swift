internal import Foundation

/// The tokens of a predicate's format, with its arguments inserted.
struct PredicateLexer {
    enum Token: Hashable {
        /// A key or a keyword of the predicate language.
        case word(String)
        /// A key from the arguments, which is never a keyword.
        case key(String)
        case value(FetchValue)
        /// An operator or bracket.
        case symbol(String)
    }

    private var rest: Substring
    private var arguments: ArraySlice<Any>

    private static let symbols = [
        "&&", "||", "==", "!=", "<>", "<=", "=<", ">=", "=>", "=", "<", ">", "!", "&", "(", ")", "{", "}", ",", "[",
        "]",
    ]

    /// The tokens of `format`.
    ///
    /// - Throws: ``PHFetchOptionsError``.
    static func tokens(_ format: String, _ arguments: [Any]) throws -> [Token] {
        var lexer = PredicateLexer(rest: format[...], arguments: arguments[...])
        var tokens: [Token] = []
        while let token = try lexer.next() { tokens.append(token) }
        guard lexer.arguments.isEmpty else {
            throw PHFetchOptionsError("The predicate has more arguments than places for them: “\(format)”.")
        }
        return tokens
    }

    private mutating func next() throws -> Token? {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return nil }
        if first == "%" { return try argument() }
        if first == "'" || first == "\"" { return try text(until: first) }
        if first.isASCII, first.isNumber { return try number(sign: 1) }
        if first == "-" {
            rest.removeFirst()
            return try number(sign: -1)
        }
        if first.isLetter || first == "_" {
            return .word(String(take { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }))
        }
        guard let symbol = Self.symbols.first(where: { rest.hasPrefix($0) }) else {
            throw PHFetchOptionsError("“\(first)” is not supported in a predicate.")
        }
        rest.removeFirst(symbol.count)
        return .symbol(symbol)
    }

    /// A placeholder: `%@`, `%K`, `%d`, `%lu` and the like.
    ///
    /// The number format is ignored, because the argument is already a value.
    private mutating func argument() throws -> Token {
        rest.removeFirst()
        _ = take { "hlqz".contains($0) }
        guard let kind = rest.popFirst(), "@KdiuxXofFgG".contains(kind) else {
            throw PHFetchOptionsError("After “%” a predicate has @, K or a kind of number.")
        }
        guard let argument = arguments.popFirst() else {
            throw PHFetchOptionsError("The predicate has more places for arguments than arguments.")
        }
        if kind == "K" {
            guard let key = argument as? String else { throw PHFetchOptionsError("The argument of %K is no key.") }
            return .key(key)
        }
        guard let value = FetchValue(argument: argument) else {
            throw PHFetchOptionsError("A predicate has no arguments of the type \(type(of: argument)).")
        }
        return .value(value)
    }

    private mutating func text(until quote: Character) throws -> Token {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return .value(.text(text)) }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            text.append(escaped)
        }
        throw PHFetchOptionsError("A text in the predicate has no end.")
    }

    private mutating func number(sign: Double) throws -> Token {
        let digits = take { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite else {
            throw PHFetchOptionsError("“\(digits)” is no number.")
        }
        return .value(.number(sign * number))
    }

    private mutating func take(_ belongs: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: belongs)
        rest.removeFirst(taken.count)
        return taken
    }
}
