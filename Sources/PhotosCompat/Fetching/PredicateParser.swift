/// Reads the format of a predicate.
struct PredicateParser {
    /// Either a condition or one side of a comparison: brackets may hold both.
    private enum Item {
        case predicate(FetchPredicate)
        case key(String, mask: UInt?)
        case value(FetchValue)
    }

    private var tokens: ArraySlice<PredicateLexer.Token>
    private var depth = 0
    /// The maximum nesting of brackets, which limits the recursion.
    private static let maximumDepth = 64

    /// The predicate of a format.
    ///
    /// - Throws: ``PHFetchOptionsError``.
    static func parse(_ format: String, _ arguments: [Any]) throws -> FetchPredicate {
        var parser = PredicateParser(tokens: try PredicateLexer.tokens(format, arguments)[...])
        let predicate = try parser.condition(parser.either())
        guard parser.tokens.isEmpty else {
            throw PHFetchOptionsError("The predicate “\(format)” goes on after its end.")
        }
        return predicate
    }

    private mutating func either() throws -> Item { try joined(["OR", "||"], FetchPredicate.or) { try $0.both() } }

    private mutating func both() throws -> Item { try joined(["AND", "&&"], FetchPredicate.and) { try $0.negation() } }

    private mutating func joined(
        _ words: Set<String>, _ join: ([FetchPredicate]) -> FetchPredicate,
        _ part: (inout PredicateParser) throws -> Item
    ) throws -> Item {
        let first = try part(&self)
        guard next(words) != nil else { return first }
        var parts = [try condition(first)]
        repeat { parts.append(try condition(part(&self))) } while next(words) != nil
        return .predicate(join(parts))
    }

    private mutating func negation() throws -> Item {
        guard next(["NOT", "!"]) != nil else { return try comparison() }
        return .predicate(.not(try condition(deeper { try $0.negation() })))
    }

    private static let operators: [String: FetchPredicate.Comparison.Operator] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual, "IN": .isIn, "BETWEEN": .between,
        "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
    ]

    private mutating func comparison() throws -> Item {
        let left = try masked()
        guard let word = next(Set(Self.operators.keys)), let found = Self.operators[word] else { return left }
        let options = try options()
        switch (left, try masked()) {
        case (.key(let key, let mask), .value(let value)):
            return .predicate(try comparison(key, mask, found, value, options))
        case (.value(let value), .key(let key, let mask)):
            guard let turned = found.turned else {
                throw PHFetchOptionsError("\(word) has the key on its left in a predicate.")
            }
            return .predicate(try comparison(key, mask, turned, value, options))
        default: throw PHFetchOptionsError("A predicate compares a key with a value.")
        }
    }

    private func comparison(
        _ key: String, _ mask: UInt?, _ found: FetchPredicate.Comparison.Operator, _ value: FetchValue,
        _ options: String
    ) throws -> FetchPredicate {
        let isRight =
            switch (found, value) {
            case (.isIn, .list): true
            case (.between, .list(let elements)): elements.count == 2
            case (.isIn, _), (.between, _), (_, .list): false
            default: true
            }
        guard isRight else {
            throw PHFetchOptionsError("IN and BETWEEN, and only they, take lists; that of BETWEEN has two values.")
        }
        return .comparison(
            FetchPredicate.Comparison(
                key: key, mask: mask, operator: found, value: value, ignoresCase: options.contains("c"),
                ignoresDiacritics: options.contains("d")))
    }

    /// `[c]`, `[d]` or `[cd]` after an operator.
    private mutating func options() throws -> String {
        guard next(["["]) != nil else { return "" }
        guard case .word(let options)? = tokens.popFirst(), options.allSatisfy({ "cd".contains($0) }),
            next(["]"]) != nil
        else { throw PHFetchOptionsError("An operator of a predicate has the options [c], [d] or [cd].") }
        return options
    }

    private mutating func masked() throws -> Item {
        let item = try primary()
        guard next(["&"]) != nil else { return item }
        guard case .key(let key, nil) = item, case .value(.number(let number)) = try primary(),
            let mask = UInt(exactly: number)
        else { throw PHFetchOptionsError("“&” has a key on its left and a whole number on its right.") }
        return .key(key, mask: mask)
    }

    private mutating func primary() throws -> Item {
        switch tokens.popFirst() {
        case .symbol("("):
            let item = try deeper { try $0.either() }
            guard next([")"]) != nil else { throw PHFetchOptionsError("A bracket in the predicate is not closed.") }
            return item
        case .symbol("{"): return .value(try list())
        case .key(let key): return .key(key, mask: nil)
        case .value(let value): return .value(value)
        case .word(let word):
            switch word.uppercased() {
            case "YES", "TRUE": return .value(FetchValue(true))
            case "NO", "FALSE": return .value(FetchValue(false))
            case "NIL", "NULL": return .value(.null)
            case "TRUEPREDICATE": return .predicate(.constant(true))
            case "FALSEPREDICATE": return .predicate(.constant(false))
            case "SELF": return .key("SELF", mask: nil)
            default: return .key(word, mask: nil)
            }
        case .symbol(let symbol): throw PHFetchOptionsError("“\(symbol)” is in the wrong place in the predicate.")
        case nil: throw PHFetchOptionsError("The predicate ends too early.")
        }
    }

    private mutating func list() throws -> FetchValue {
        var values: [FetchValue] = []
        guard next(["}"]) == nil else { return .list(values) }
        repeat {
            guard case .value(let value) = try primary() else {
                throw PHFetchOptionsError("A list in the predicate has something other than values.")
            }
            values.append(value)
        } while next([","]) != nil
        guard next(["}"]) != nil else { throw PHFetchOptionsError("A list in the predicate is not closed.") }
        return .list(values)
    }

    // MARK: -

    /// Consumes the next token if it is one of these.
    private mutating func next(_ words: Set<String>) -> String? {
        switch tokens.first {
        case .word(let word) where words.contains(word.uppercased()):
            tokens.removeFirst()
            return word.uppercased()
        case .symbol(let symbol) where words.contains(symbol):
            tokens.removeFirst()
            return symbol
        default: return nil
        }
    }

    private mutating func deeper(_ body: (inout PredicateParser) throws -> Item) throws -> Item {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw PHFetchOptionsError("The predicate has brackets more than \(Self.maximumDepth) deep.")
        }
        return try body(&self)
    }

    private func condition(_ item: Item) throws -> FetchPredicate {
        guard case .predicate(let predicate) = item else {
            throw PHFetchOptionsError("A part of the predicate is no condition: compare it with something.")
        }
        return predicate
    }
}

extension FetchPredicate.Comparison.Operator {
    /// The operator with its sides exchanged; `nil` if that is not an operator.
    fileprivate var turned: Self? {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .isIn, .between, .contains, .beginsWith, .endsWith: nil
        }
    }
}
