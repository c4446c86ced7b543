internal import Foundation
internal import GRDB
internal import PhotoModel
internal import Synchronization

/// The history of one app: the transactions that changed what the app sees.
///
/// The transactions are found once and kept. So the time of a read does not depend on other transactions, and tells the
/// app nothing about them. For the same reason, the clock decides which changes are too old, and not the time when the
/// library removes them.
final class AppHistory: Sendable {
    private let tokens: AppTokens
    private let found = Mutex(Found())

    private struct Found {
        var transactions: [AppHistoryPeriod.Transaction] = []
        /// The last transaction of the library that was examined.
        var last: Int64 = -1
    }

    init(_ tokens: AppTokens) { self.tokens = tokens }

    /// The changes that the app can ask for now.
    func period(in database: Database) throws -> AppHistoryPeriod {
        let (generation, first) = try database.historyBeginning()
        let examined = found.withLock { $0.last }
        // No lock is held meanwhile, because a read may wait for other reads of the app.
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT token, date FROM history WHERE token > ? ORDER BY token"),
            arguments: [examined])
        var new: [AppHistoryPeriod.Transaction] = []
        while let row = try rows.next() { new.append(AppHistoryPeriod.Transaction(number: row[0], date: row[1])) }
        let last = try Int64.fetchOne(database.cachedStatement(sql: "SELECT MAX(token) FROM main.history"))
        let transactions = found.withLock { found in
            // Another thread may have found some of them.
            found.transactions += new.drop { $0.number <= found.last }
            found.last = max(found.last, last ?? -1)
            return found.transactions
        }
        let oldest = try database.historyRetention().map { Date().timeIntervalSince1970 - Double($0) * 86_400 }
        let start = max(oldest ?? -.infinity, first.date)
        return AppHistoryPeriod(
            generation: generation, start: start,
            transactions: transactions.drop { $0.number <= first.number || $0.date < start })
    }

    /// The app's token for a position in the history.
    func enciphered(_ token: PersistentChangeToken) throws(PhotoLibraryError) -> PersistentChangeToken {
        try tokens.enciphered(token)
    }

    /// The position of an app's token in a period.
    ///
    /// - Returns: `nil` if the token is not of this app and catalogue, or if changes after it may be unknown.
    func position(
        of token: PersistentChangeToken, in period: AppHistoryPeriod
    ) throws(PhotoLibraryError) -> PersistentChangeToken? {
        try tokens.deciphered(token, generation: period.generation).flatMap { period.isKnown($0) ? $0 : nil }
    }
}

/// The transactions that changed what an app sees, as far as the history has them.
struct AppHistoryPeriod {
    struct Transaction {
        let number: Int64
        let date: Double
    }

    let generation: UUID
    /// Changes before this time, in seconds since 1970, may be unknown.
    let start: Double
    /// In order.
    let transactions: ArraySlice<Transaction>

    /// The position before all transactions.
    ///
    /// It has the date of today's beginning, so that it becomes invalid when changes after it may be unknown.
    var beginning: PersistentChangeToken {
        let today = (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        return token(Transaction(number: 0, date: max(today, start)))
    }

    /// The position after all transactions.
    var end: PersistentChangeToken { transactions.last.map(token) ?? beginning }

    func isKnown(_ token: PersistentChangeToken) -> Bool {
        let date = token.date.timeIntervalSince1970
        guard token.number != 0 else { return date >= start }
        let index = transactions.partitioningIndex { $0.number >= token.number }
        guard index < transactions.endIndex else { return false }
        return transactions[index].number == token.number && transactions[index].date == date
    }

    /// The positions after the transactions that follow `first`, up to `last`, in order.
    func positions(after first: PersistentChangeToken, through last: PersistentChangeToken) -> [PersistentChangeToken] {
        let start = transactions.partitioningIndex { $0.number > first.number }
        return transactions[start...].prefix { $0.number <= last.number }.map(token)
    }

    func count(after first: PersistentChangeToken) -> Int {
        transactions.endIndex - transactions.partitioningIndex { $0.number > first.number }
    }

    private func token(_ transaction: Transaction) -> PersistentChangeToken {
        PersistentChangeToken(
            generation: generation, number: transaction.number, date: Date(timeIntervalSince1970: transaction.date))
    }
}
